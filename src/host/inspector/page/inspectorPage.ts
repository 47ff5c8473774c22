import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Log } from '../../../base/log';
import type { InspectorCalls, InspectorLink } from '../../../contract/inspector/inspector';
import { type Handlers, Peer } from '../../../contract/peer';
import { checkedCalls } from '../../chat/checkedCalls';
import { pageHtml, pageOptions } from '../../chat/html';
import type { InspectorActions } from '../actions/inspectorActions';
import type { SubjectAnswers } from '../subjects/subjectAnswers';
import type { Subjects } from '../subjects/subjects';
import type { InspectorPeer } from './inspectorPeer';
import { inspectorSchemas } from './inspectorSchemas';
import type { PageNews } from './pageNews';

export interface InspectorPageOptions {
  readonly extensionUri: vscode.Uri;
  readonly subjects: Pick<Subjects, 'list'>;
  readonly answers: SubjectAnswers;
  readonly actions: Pick<InspectorActions, 'act'>;
  /** Creates what tells the page of changes, while it is shown. */
  news(peer: InspectorPeer): PageNews;
  /** Where the page is when nothing was kept: the conversation in front. */
  start(): InspectorLink;
  readonly log: Log;
}

/** Webview of the inspector, and what it may ask of the host. */
export class InspectorPage implements Disposable {
  private readonly store = new DisposableStore();
  private readonly peer: InspectorPeer;
  private news: PageNews | undefined;

  constructor(
    webview: vscode.Webview,
    private readonly options: InspectorPageOptions,
    private link: InspectorLink | undefined,
  ) {
    const { log, extensionUri } = options;
    this.peer = this.store.add(
      new Peer(
        message => void webview.postMessage(message),
        checkedCalls(inspectorSchemas, this.handlers()),
        {},
        fault => log.warn(`inspector: ${fault}`),
      ),
    );
    this.store.add(webview.onDidReceiveMessage(message => this.peer.receive(message)));
    webview.options = pageOptions(extensionUri);
    webview.html = pageHtml(webview, extensionUri, { entry: 'inspector' });
  }

  /** @param link undefined: leaves what is shown */
  show(link: InspectorLink | undefined): void {
    if (!link) {
      return;
    }
    this.link = link;
    if (this.news) {
      this.peer.send('inspector.show', link);
    }
  }

  /** VS Code destroys a hidden page, which asks for everything again when it is shown. */
  hidden(): void {
    this.news?.dispose();
    this.news = undefined;
  }

  dispose(): void {
    this.hidden();
    this.store.dispose();
  }

  private handlers(): Handlers<InspectorCalls> {
    const { answers, actions, log, subjects } = this.options;
    return {
      'inspector.ready': async () => {
        // Before anything is waited for: the page may be hidden or closed meanwhile.
        this.news ??= this.options.news(this.peer);
        const list = await subjects.list();
        const { link } = this;
        const isThere = list.some(({ id }) => id === link?.subject);
        const show = link && isThere ? link : this.options.start();
        return { subjects: list, show };
      },
      'inspector.rows': p => answers.rows(p),
      'inspector.find': p => answers.find(p),
      'inspector.overview': p => answers.overview(p.subject),
      'inspector.recording': p => answers.recording(p.subject),
      'inspector.live': p => {
        this.news?.follow(p.subject);
        return answers.live(p.subject);
      },
      'inspector.timeline': p => answers.timeline(p.subject, p.turn),
      'inspector.call': p => answers.call(p.subject, p.key),
      'inspector.part': p => answers.part(p.subject, p.key, p.part),
      'inspector.compare': p => answers.compare(p.subject, p.one, p.other),
      'inspector.act': p => actions.act(p),
      'inspector.keep': link => {
        this.link = link;
        this.news?.follow(link.subject);
      },
      'log.report': ({ level, message }) => log[level](`inspector: ${message}`),
    };
  }
}
