import { existsSync } from 'node:fs'

const candidates = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** Of the machine's own Chromium. */
export const executablePath = candidates.find((path) => path && existsSync(path))

/** Why tests that need a browser are skipped here; undefined where they are not. */
export const noBrowser =
  executablePath === undefined
    ? 'there is no Chromium: install it (apt install chromium), or set CHROMIUM_PATH to its program'
    : undefined
