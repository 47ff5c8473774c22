import * as l10n from '@vscode/l10n';
import type { MarkedToken, Token, Tokens } from 'marked';
import { Component, type ComponentChild, type ComponentChildren } from 'preact';
import {
  appendToGroups,
  type Block,
  type Groups,
  isLoose,
  itemGroupSize,
  lineGroupSize,
} from './blocks';
import { CodeBlock } from './CodeBlock';
import { decodeEntities } from './entities';
import { openFence, readFence } from './fence';
import { renderInline } from './inline';
import { Table } from './Table';

const deepest = 60;

/** Group of up to 32 blocks; once full and frozen, it never renders again. */
export class Chunk extends Component<{ readonly blocks: readonly Block[] }> {
  override shouldComponentUpdate(next: { readonly blocks: readonly Block[] }): boolean {
    return next.blocks !== this.props.blocks;
  }

  override render() {
    return (
      <div class="md-chunk">
        {this.props.blocks.map((block, index) => (
          <BlockView key={index} block={block} />
        ))}
      </div>
    );
  }
}

class BlockView extends Component<{ readonly block: Block }> {
  override shouldComponentUpdate(next: { readonly block: Block }): boolean {
    return next.block !== this.props.block;
  }

  override render() {
    const { block } = this.props;
    switch (block.kind) {
      case 'token':
        return renderBlock(block.token as MarkedToken, 0);
      case 'list':
        return (
          <List
            ordered={block.ordered}
            first={block.first}
            loose={block.loose}
            groups={block.groups}
            depth={0}
          />
        );
      case 'code':
        return <CodeBlock info={block.info} lines={block.lines} open={block.open} />;
    }
  }
}

function renderBlocks(tokens: readonly Token[], depth: number): ComponentChild[] {
  return tokens.map(token => renderBlock(token as MarkedToken, depth + 1));
}

function renderBlock(token: MarkedToken, depth: number): ComponentChild {
  if (depth > deepest) {
    return <p dir="auto">{token.raw}</p>;
  }
  switch (token.type) {
    case 'heading': {
      const Heading = `h${token.depth}` as 'h1';
      return <Heading dir="auto">{renderInline(token.tokens)}</Heading>;
    }
    case 'paragraph':
    case 'text':
      return (
        <p dir="auto">{token.tokens ? renderInline(token.tokens) : decodeEntities(token.raw)}</p>
      );
    case 'blockquote':
      return <blockquote>{renderBlocks(token.tokens, depth)}</blockquote>;
    case 'list':
      return (
        <List
          ordered={token.ordered}
          first={token.start === '' ? 1 : token.start}
          loose={isLoose(token.items)}
          groups={appendToGroups([], token.items, itemGroupSize)}
          depth={depth}
        />
      );
    case 'code':
      return renderCode(token);
    case 'table':
      return <Table table={token} />;
    case 'hr':
      return <hr />;
    case 'html':
      return (
        <p dir="auto" class="md-html">
          {token.raw.trimEnd()}
        </p>
      );
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    default:
      return <p dir="auto">{token.raw}</p>;
  }
}

function renderCode(token: Tokens.Code): ComponentChild {
  const fence = openFence(token.raw);
  const read = fence && readFence(fence, token.raw);
  const lines = appendToGroups([], read?.lines ?? token.text.split('\n'), lineGroupSize);
  return <CodeBlock info={fence?.info ?? ''} lines={lines} open={read?.closed === false} />;
}

interface ListProps {
  readonly ordered: boolean;
  readonly first: number;
  readonly loose: boolean;
  readonly groups: Groups<Tokens.ListItem>;
  readonly depth: number;
}

function List({ ordered, first, loose, groups, depth }: ListProps) {
  const items = groups.map((group, index) => (
    <ItemGroup key={index} items={group} loose={loose} depth={depth} />
  ));
  if (!ordered) {
    return <ul>{items}</ul>;
  }
  return first === 1 ? <ol>{items}</ol> : <ol start={first}>{items}</ol>;
}

interface ItemGroupProps {
  readonly items: readonly Tokens.ListItem[];
  readonly loose: boolean;
  readonly depth: number;
}

/** Renders no element, so that list items stay children of their list. */
class ItemGroup extends Component<ItemGroupProps> {
  override shouldComponentUpdate(next: ItemGroupProps): boolean {
    return next.items !== this.props.items || next.loose !== this.props.loose;
  }

  override render() {
    const { items, loose, depth } = this.props;
    return items.map((item, index) => <Item key={index} item={item} loose={loose} depth={depth} />);
  }
}

interface ItemProps {
  readonly item: Tokens.ListItem;
  readonly loose: boolean;
  readonly depth: number;
}

class Item extends Component<ItemProps> {
  override shouldComponentUpdate(next: ItemProps): boolean {
    return next.item !== this.props.item || next.loose !== this.props.loose;
  }

  override render() {
    const { item, loose, depth } = this.props;
    const box = item.task ? <TaskBox item={item} /> : undefined;
    return (
      <li dir="auto" class={item.task ? 'md-task' : undefined}>
        {itemContent(item, loose, depth, box)}
      </li>
    );
  }
}

function itemContent(
  item: Tokens.ListItem,
  loose: boolean,
  depth: number,
  box: ComponentChild,
): ComponentChildren {
  let pending = box;
  return item.tokens.map(token => {
    if (token.type !== 'text' && token.type !== 'paragraph') {
      return renderBlock(token as MarkedToken, depth + 1);
    }
    const text = token as Tokens.Text | Tokens.Paragraph;
    const inline = text.tokens ? renderInline(text.tokens) : decodeEntities(text.raw);
    const leading = pending;
    pending = undefined;
    return loose ? (
      <p>
        {leading}
        {inline}
      </p>
    ) : (
      [leading, inline]
    );
  });
}

function TaskBox({ item }: { readonly item: Tokens.ListItem }) {
  const label = plainText(item.tokens).trim();
  return (
    <input
      type="checkbox"
      class="md-checkbox"
      checked={item.checked === true}
      disabled
      aria-label={label === '' ? l10n.t('Task') : label}
    />
  );
}

/** Returns the text of a task without its sublists. */
function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map(token => {
      switch (token.type) {
        case 'list':
        case 'code':
        case 'checkbox':
        case 'space':
          return '';
        case 'codespan':
        case 'escape':
          return (token as Tokens.Codespan).text;
        default:
          return 'tokens' in token && token.tokens
            ? plainText(token.tokens)
            : decodeEntities(token.raw);
      }
    })
    .join('');
}
