/** Returns the text without its comments, of which some lie within code. */
export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '')

/**
 * Matches every way in which a file can refer to another: `from`, a bare `import`, `import()`, `require`, `new
 * URL`.
 */
const ways =
  /(?:\bfrom\s*|^\s*import\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|\bnew URL\(\s*)(?:'([^'\s]+)'|"([^"\s]+)"|`([^`$\s]+))/gm

/** Returns the files and packages that a source without comments refers to, as it writes them. */
export const importsOf = (source: string): string[] =>
  [...source.matchAll(ways)].map(([, single, double, template]) => single ?? double ?? template ?? '')
