import * as l10n from '@vscode/l10n';
import { isObject } from '../../../src/base/json';
import type { Text } from '../../../src/contract/content';
import type { ToolContent } from '../../../src/contract/tools';
import { languageOfPath } from '../../ui/highlight/languages';
import { Code } from './Code';
import { CopyText } from './CopyText';
import { urlTarget } from './clickTargets';
import { FileDiff } from './FileDiff';
import { LongText } from './LongText';
import { MarkdownText } from './MarkdownText';
import { Matches } from './Matches';
import { linesOf } from './plainText';
import { TargetLink } from './TargetLink';
import { Output, Terminal } from './Terminal';
import { Todos } from './Todos';
import { ToolImage } from './ToolImage';
import { Values } from './Values';

interface ContentsProps {
  readonly contents: readonly ToolContent[];
  /** Key of the call, used for its saved folds. */
  readonly id: string;
}

/** Tool output, each content type in its own form. */
export function Contents({ contents, id }: ContentsProps) {
  return (
    <>
      {contents.map((content, index) => (
        <Content key={index} content={content} id={`${id}:${index}`} />
      ))}
    </>
  );
}

function Content({ content, id }: { readonly content: ToolContent; readonly id: string }) {
  switch (content.type) {
    case 'text':
      return <PlainText text={content.text} id={id} />;
    case 'markdown':
      return <MarkdownText text={content.text} id={id} />;
    case 'terminal':
      return <Terminal content={content} id={id} />;
    case 'diff': {
      return content.hunks.length === 0 ? null : <FileDiff change={content} />;
    }
    case 'file':
      return (
        <LongText text={content.text} id={id}>
          {part => (
            <Code
              text={part}
              label={l10n.t('Content of {0}', content.path)}
              language={languageOfPath(content.path)}
              firstLine={content.startLine}
            />
          )}
        </LongText>
      );
    case 'matches':
      return <Matches {...content} id={id} />;
    case 'links':
      return <Links links={content.links} />;
    case 'image':
      return <ToolImage image={content.image} />;
    case 'todos':
      return <Todos todos={content.todos} />;
    case 'answers':
      return <Answers answers={content.answers} />;
    case 'fields':
      return <Fields fields={content.fields} id={id} />;
    case 'error':
      return <Failure text={content.text} id={id} />;
  }
}

/** Text of unknown format; JSON is shown as a list of values. */
function PlainText({ text, id }: { readonly text: Text; readonly id: string }) {
  const values = typeof text === 'string' ? parseValues(text) : undefined;
  return (
    <div class="tool-block">
      <div class="tool-block-bar">
        <span class="tool-block-name">{l10n.t('Result')}</span>
        <CopyText text={text} label={l10n.t('Copy Result')} />
      </div>
      {values === undefined ? (
        <LongText text={text} id={id} shown={40}>
          {part => <Output text={part} label={l10n.t('Result')} />}
        </LongText>
      ) : (
        <Values values={values} id={id} />
      )}
    </div>
  );
}

function parseValues(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) {
      return value.length === 0 ? undefined : { [l10n.t('items')]: value };
    }
    return isObject(value) && Object.keys(value).length > 0 ? value : undefined;
  } catch {
    // Not JSON, so it is shown as text.
    return undefined;
  }
}

function Links({ links }: { readonly links: readonly { title: string; url: string }[] }) {
  return (
    <ul class="tool-links">
      {links.map((link, index) => {
        const place = urlTarget(link.url);
        const title = link.title === '' ? link.url : link.title;
        return (
          <li key={index}>
            {place === undefined ? title : <TargetLink target={place}>{title}</TargetLink>}
            <span class="tool-note tool-link-url">{hostOf(link.url)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function Answers({ answers }: { answers: readonly { question: string; answer: string }[] }) {
  return (
    <dl class="tool-answers">
      {answers.map(({ question, answer }, index) => (
        <div key={index}>
          <dt>{question}</dt>
          <dd>{answer === '' ? <span class="tool-note">{l10n.t('no answer')}</span> : answer}</dd>
        </div>
      ))}
    </dl>
  );
}

function Fields({
  fields,
  id,
}: {
  readonly fields: readonly { name: string; value: Text }[];
  readonly id: string;
}) {
  return (
    <dl class="tool-values">
      {fields.map(({ name, value }, index) => (
        <div key={index} class="tool-value" data-block={isLong(value) ? '' : undefined}>
          <dt>{name}</dt>
          <dd>
            {isLong(value) ? (
              <LongText text={value} id={`${id}.${index}`} shown={20}>
                {part => <Code text={part} label={name} />}
              </LongText>
            ) : (
              <span class="tool-atom">{typeof value === 'string' ? value : value.preview}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isLong(text: Text): boolean {
  return typeof text !== 'string' || text.length > 200 || linesOf(text).length > 1;
}

/** Error message from the tool. */
export function Failure({ text, id }: { readonly text: Text; readonly id: string }) {
  return (
    <div class="tool-failure">
      <LongText text={text} id={id} shown={20}>
        {part => <Output text={part} label={l10n.t('Error')} />}
      </LongText>
    </div>
  );
}
