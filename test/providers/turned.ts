// Preloaded by `node --require` into another process of Norn: leads its requests for the four presets to the stand-ins
// of a test, or of `npm run stand-ins`. NORN_TEST_TURNED is the path of a file that says where they are.
import dns from 'node:dns'
import { readFileSync } from 'node:fs'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { type Turned, turned } from './turn.ts'

const { lookup, request } = turned(
  JSON.parse(readFileSync(process.env['NORN_TEST_TURNED'] ?? '', 'utf8')) as Turned,
)
Object.assign(dns, { lookup })
Object.assign(https, { request })
syncBuiltinESMExports()
