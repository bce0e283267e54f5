import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/**
 * Unpacked once and kept between runs, like PostgreSQL's programs (test/postgres.ts), with the libraries that draw
 * WebGL without a graphics card (`--enable-unsafe-swiftshader`).
 */
function packaged(): string | undefined {
  const folder = join(import.meta.dirname, '../node_modules/@sparticuz/chromium')
  const packed = join(folder, 'bin')
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(packed)) return undefined
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const target = join(tmpdir(), `norn-browser-${version}-${process.getuid?.() ?? ''}`)
  const program = join(target, 'chromium')
  if (existsSync(program)) return program
  const directory = mkdtempSync(`${target}-`)
  try {
    const unpack = (name: string) => brotliDecompressSync(readFileSync(join(packed, `${name}.br`)))
    writeFileSync(join(directory, 'chromium'), unpack('chromium'), { mode: 0o755 })
    execFileSync('tar', ['-x', '-C', directory], { input: unpack('swiftshader.tar') })
    renameSync(directory, target)
  } catch (error) {
    rmSync(directory, { recursive: true })
    // Another process may have done the same simultaneously.
    if (!existsSync(program)) throw error
  }
  return program
}
