// Makes the program of packages and of the tests: `node scripts/bundle.mjs DIRECTORY`. A bundle starts in half the
// time of the sources, since Node.js neither looks for 1,900 files nor strips types. Plain JavaScript: `npm pack` may
// run on a Node.js that strips no types.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = join(root, 'src')

/** Is installed here, or by `npm exec`, which names its folder on the PATH. */
function bundler() {
  const paths = [root, ...process.env.PATH.split(delimiter).map((each) => dirname(dirname(each)))]
  return createRequire(import.meta.url)(createRequire(import.meta.url).resolve('esbuild', { paths }))
}

/**
 * Packages with compiled parts, those in CommonJS that are loaded on first use, which would lose their named exports,
 * and one that Fastify loads for tests.
 */
const external = ['@node-rs/*', 'pg-native', 'sharp', 'mysql2', 'pino-pretty', 'light-my-request']

/** The API document as YAML, which nobody can ask for, is all that `@fastify/swagger` loads this package for. */
const unused = {
  name: 'unused packages',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^yaml$/ }, ({ path }) => ({ path, namespace: 'unused' }))
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/**
 * An import of a builtin module would read all of its exports, among them those that load more: `node:http` loads a
 * client with WebSockets.
 */
const builtins = {
  name: 'builtins',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^node:/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'builtin' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }))
  },
}

/** A source names files next to it, but its code ends up in the folder of all chunks. */
const addresses = {
  name: 'addresses of sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const compiled = relative(sources, path).replace(/\.ts$/, '.js')
      const url = `new URL('./${compiled}', import.meta.url)`
      const contents = readFileSync(path, 'utf8')
        .replaceAll('import.meta.url', `${url}.href`)
        .replaceAll('import.meta.dirname', `__directoryOf(${url})`)
      return { contents, loader: 'ts' }
    })
  },
}

/** Defines the names that bundled packages in CommonJS use. */
const definitions = `import { createRequire as __createRequire } from 'node:module'
import { dirname as __dirnameOf } from 'node:path'
import { fileURLToPath as __pathOf } from 'node:url'
const __directoryOf = (url) => __dirnameOf(__pathOf(url))
const __filename = __pathOf(import.meta.url), __dirname = __dirnameOf(__filename)
const require = __createRequire(import.meta.url)`

/**
 * The longest line. Names and lines remain, so that a stack trace still says where an error comes from.
 */
const lineLimit = 160

/** V8 keeps a source with a single other character at two bytes for each character. */
function escapeOtherCharacters(directory) {
  const escaped = (text) => `\\u${text.charCodeAt(0).toString(16).padStart(4, '0')}`
  const programs = readdirSync(directory, { recursive: true }).filter((name) => name.endsWith('.js'))
  for (const file of programs.map((name) => join(directory, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[\u0080-\uffff]/g, escaped))
  }
}

export async function bundle(directory) {
  rmSync(directory, { recursive: true, force: true })
  const { build } = bundler()
  await build({
    absWorkingDir: root,
    entryPoints: [
      'src/main.ts',
      'src/storage/sqlite/thread-entry.ts',
      'src/storage/tools/backup-thread-entry.ts',
      'src/lib/process/commit.ts',
    ],
    outbase: 'src',
    outdir: directory,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    external,
    banner: { js: definitions },
    plugins: [builtins, unused, addresses],
    legalComments: 'none',
    // Syntax stays: without it, classes lose the names by which oidc-provider knows what it stores.
    minifyWhitespace: true,
    lineLimit,
    logLevel: 'warning',
  })
  escapeOtherCharacters(directory)
  // The files that the sources read: texts, style sheets, scripts of pages, pictures.
  const isRead = (path) => !/\.(ts|md)$/.test(path)
  cpSync(sources, directory, { recursive: true, filter: isRead })
}

if (import.meta.filename === process.argv[1]) await bundle(process.argv[2])
