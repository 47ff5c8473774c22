import { Component, type FunctionComponent, h } from 'preact';

/** Wraps a component so that it only renders again when a property changes. */
export function memo<P extends object>(inner: FunctionComponent<P>): new () => Component<P> {
  return class extends Component<P> {
    static override displayName = `memo(${inner.name})`;

    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isShallowEqual(this.props, next);
    }

    override render() {
      return h(inner, this.props as P);
    }
  };
}

function isShallowEqual(a: object, b: object): boolean {
  const left = Object.entries(a);
  const right = new Map(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.get(key) === value);
}
