// Writes the pictures that docs/pages/README.md and README.md show, and removes the others. `npm run screenshots --
// ru FOLDER` writes every page in full length, in light and dark, on a phone and a desk; `rtl` turns pages around.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { type Language, languageNames } from '../src/texts/languages.ts'
import { textIn } from '../src/web/context/text.ts'
import { freshSqlite } from '../test/databases.ts'
import { startService } from '../test/service.ts'
import { openCamera, remove } from './screenshots/camera.ts'
import { family } from './screenshots/family.ts'
import { administration } from './screenshots/owner.ts'
import { again, player, visitors } from './screenshots/players.ts'
import { drawnRandom, furnish } from './screenshots/scene.ts'

const [given = 'en', chosen] = process.argv.slice(2)
const isRightToLeft = given === 'rtl'
const language = isRightToLeft ? 'en' : given
if (!(language in languageNames)) throw new Error(`there is no language ${language}`)
const root = new URL('..', import.meta.url)
const folder = chosen ?? new URL('docs/pages', root).pathname
mkdirSync(folder, { recursive: true })

/** The files that documents show. */
const shown = new Set(
  ['README.md', 'docs/pages/README.md'].flatMap((document) =>
    [...readFileSync(new URL(document, root), 'utf8').matchAll(/\((?:docs\/pages\/)?([\w-]+\.png)\)/g)].map(
      ([, file = '']) => file,
    ),
  ),
)

const database = await freshSqlite()
const settings = {
  NORN_BASE_URL: 'http://midgard.localhost',
  NORN_SERVER_NAME: 'Midgard',
  NORN_LANGUAGE: language,
  NORN_TEXTURE_MAX_SCALE: '2',
  NORN_LIBRARY: 'public',
  NORN_WIDGET: 'players,servers,names',
}
const service = await startService(database.url, settings, { random: drawnRandom() })
await furnish(service)
const order = {
  language: language as Language,
  folder,
  isRightToLeft,
  ...(chosen === undefined && { wanted: shown }),
}
const camera = await openCamera(service, order)
const studio = { service, camera, text: textIn(order.language) }
await visitors(studio)
await player(studio)
await administration(studio, order.language)
await again(studio)
await family(studio)
await camera.close()
await service.close()
await database.drop()

if (chosen === undefined) {
  for (const file of readdirSync(folder)) if (file.endsWith('.png') && !shown.has(file)) remove(folder, file)
}
