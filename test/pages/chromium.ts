import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The machine's own Chromium, or otherwise the one in the tests' packages: for Linux on x64. */
export const executablePath = candidates.find((path) => path && existsSync(path)) ?? packaged()

/** The reason to skip tests that need a browser here; undefined if there is none. */
export const noBrowser =
  executablePath === undefined
    ? 'there is no Chromium: install it (apt install chromium), or set CHROMIUM_PATH to its program'
    : undefined

/** Unpacked once and kept between runs, like PostgreSQL's programs (test/postgres.ts). */
function packaged(): string | undefined {
  const folder = join(import.meta.dirname, '../node_modules/@sparticuz/chromium')
  const packed = join(folder, 'bin/chromium.br')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const target = join(tmpdir(), `norn-chromium-${version}-${process.getuid?.() ?? ''}`)
  if (existsSync(target)) return target
  const directory = mkdtempSync(`${target}-`)
  try {
    const program = join(directory, 'chromium')
    writeFileSync(program, brotliDecompressSync(readFileSync(packed)))
    chmodSync(program, 0o755)
    // Other processes may do this simultaneously; the last one writes the same content.
    renameSync(program, target)
    return target
  } finally {
    rmSync(directory, { recursive: true })
  }
}
