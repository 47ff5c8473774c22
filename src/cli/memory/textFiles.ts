import { extname } from 'node:path';

/** Extensions of files that the CLI imports, of those that occur. It leaves out all others. */
const extensions = new Set(
  [
    'md markdown mdx txt text rst adoc org tex csv tsv log diff patch',
    'json jsonc json5 yaml yml toml xml ini cfg conf config env properties lock',
    'js jsx mjs cjs ts tsx mts cts vue svelte html htm css scss sass less',
    'py pyi rb php pl pm lua r jl java kt kts scala groovy clj cljs go rs swift dart',
    'c h cc cpp cxx hh hpp hxx cs fs fsx vb m mm ml mli hs elm ex exs erl zig nim',
    'sh bash zsh fish ps1 bat cmd sql graphql gql proto tf gradle cmake make',
  ]
    .join(' ')
    .split(' '),
);

/** Whether a file may be imported, by its name. One without an extension may. */
export function isTextFile(path: string): boolean {
  const extension = extname(path).slice(1).toLowerCase();
  return extension === '' || extensions.has(extension);
}
