import type { MarkedToken, Token } from 'marked';
import type { ComponentChild } from 'preact';
import { decodeEntities } from './entities';
import { Link } from './Link';
import { classifyCodeSpan, classifyLink } from './links';

/** Renders inline tokens. `inLink` prevents nested links; raw HTML becomes text. */
export function renderInline(
  tokens: readonly Token[] | undefined,
  inLink = false,
): ComponentChild[] {
  return (tokens ?? []).map(token => renderToken(token as MarkedToken, inLink));
}

function renderToken(token: MarkedToken, inLink: boolean): ComponentChild {
  switch (token.type) {
    case 'strong':
      return <strong>{renderInline(token.tokens, inLink)}</strong>;
    case 'em':
      return <em>{renderInline(token.tokens, inLink)}</em>;
    case 'del':
      return <del>{renderInline(token.tokens, inLink)}</del>;
    case 'codespan':
      return renderCodeSpan(token.text, inLink);
    case 'br':
      return <br />;
    case 'escape':
      return token.text;
    case 'link':
      return renderLink(token.href, renderInline(token.tokens, true), inLink);
    case 'image':
      return renderImage(token.href, token.text, inLink);
    case 'html':
      // Models use only this tag on purpose, for line breaks in table cells.
      return /^<br\s*\/?>$/i.test(token.raw) ? <br /> : token.raw;
    case 'text':
      return token.tokens === undefined
        ? decodeEntities(token.raw)
        : renderInline(token.tokens, inLink);
    case 'checkbox':
      // The list item renders it.
      return null;
    default:
      return token.raw;
  }
}

function renderCodeSpan(text: string, inLink: boolean): ComponentChild {
  const target = inLink ? undefined : classifyCodeSpan(text);
  const code = <code class="md-code">{text}</code>;
  return target === undefined ? code : <Link target={target}>{code}</Link>;
}

function renderLink(href: string, children: ComponentChild[], inLink: boolean): ComponentChild {
  const target = inLink ? undefined : classifyLink(decodeEntities(href));
  return target === undefined ? children : <Link target={target}>{children}</Link>;
}

/** Renders an image as a link named by its alternative text; the image is never fetched. */
function renderImage(href: string, alt: string, inLink: boolean): ComponentChild {
  const address = decodeEntities(href);
  const name = decodeEntities(alt) || address.slice(address.lastIndexOf('/') + 1) || address;
  const target = inLink ? undefined : classifyLink(address);
  return target === undefined ? (
    <span class="md-image">{name}</span>
  ) : (
    <Link target={target} class="md-image">
      {name}
    </Link>
  );
}
