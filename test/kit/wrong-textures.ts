// Servers with mistakes about textures.
import { randomBytes } from 'node:crypto'
import type { Came, Sent } from './proxy.ts'
import {
  answers,
  asksProfile,
  at,
  came,
  instead,
  jsonOf,
  pathOf,
  subjectOf,
  takesEndedTokens,
  textures,
  uploads,
  type Wrong,
  withoutHeader,
} from './wrong.ts'

const layouts = ['authlib-injector'] as const
const takesOff = (request: Sent): boolean => request.method === 'DELETE' && pathOf(request).endsWith('/skin')
const files = at(/\/textures\/[^/]+$/)
const refused = { error: 'ForbiddenOperationException', errorMessage: 'Invalid token.' }
const isOthers = (request: Sent): boolean => {
  const token = request.headers['authorization']?.slice('Bearer '.length) ?? ''
  return token.split('.').length === 3 && subjectOf(token) !== pathOf(request).split('/').at(-2)
}
const file = (change: (answer: Came, request: Sent) => Came) =>
  answers(files, (answer, request) => change(answer, request))

export const aboutTextures: Wrong[] = [
  {
    what: 'everybody wears the newest skin',
    caughtBy: 'textures.upload.own-only',
    layouts,
    server: () => {
      let url = ''
      const reads = textures((payload) => {
        if (url) payload.textures.SKIN = { url }
        return payload
      })()
      return async (request, forward) => {
        if (uploads(request)) url = `http://127.0.0.1/textures/${randomBytes(32).toString('hex')}`
        return reads(request, forward)
      }
    },
  },
  {
    what: 'a picture of 63 x 64 is a skin',
    caughtBy: 'textures.upload.wrong-size',
    layouts,
    server: answers(uploads, (answer, request) =>
      request.body.includes(Buffer.from('0000003f00000040', 'hex')) ? came(204) : answer,
    ),
  },
  {
    what: 'the beginning of a PNG is a skin',
    caughtBy: 'textures.upload.not-png',
    layouts,
    server: answers(uploads, (answer, request) =>
      request.body.includes('\x89PNG', 0, 'latin1') && !request.body.includes('IHDR') ? came(204) : answer,
    ),
  },
  {
    what: 'unsigned tokens may upload',
    caughtBy: 'textures.upload.no-token',
    layouts,
    server: answers(uploads, (answer, request) =>
      request.headers['authorization']?.endsWith('.') ? came(204) : answer,
    ),
  },
  {
    what: 'uploads are taken and forgotten',
    caughtBy: 'textures.upload.skin',
    layouts,
    server: instead(uploads, () => came(204)),
  },
  {
    what: 'capes are taken and forgotten',
    caughtBy: 'textures.upload.cape',
    layouts,
    server: instead(
      (request) => uploads(request) && pathOf(request).endsWith('/cape'),
      () => came(204),
    ),
  },
  {
    what: 'nothing is taken off',
    caughtBy: 'textures.upload.take-off',
    layouts,
    server: instead(takesOff, () => came(204)),
  },
  {
    what: "another account's skin can be changed",
    caughtBy: 'textures.upload.other-profile',
    layouts,
    server: () => async (request, forward) =>
      (uploads(request) || takesOff(request)) && isOthers(request) ? came(204) : forward(request),
  },
  {
    what: "another account's cape can be changed",
    caughtBy: 'textures.upload.other-profile',
    layouts,
    server: () => async (request, forward) =>
      uploads(request) && pathOf(request).endsWith('/cape') && isOthers(request)
        ? came(204)
        : forward(request),
  },
  {
    what: "another account's cape can be taken off",
    caughtBy: 'textures.upload.other-profile',
    layouts,
    server: () => async (request, forward) =>
      request.method === 'DELETE' && pathOf(request).endsWith('/cape') && isOthers(request)
        ? came(204)
        : forward(request),
  },
  {
    what: 'a token that has ended may upload',
    caughtBy: 'textures.upload.no-token',
    layouts,
    server: takesEndedTokens(uploads, came(204)),
  },
  {
    what: 'nobody has to sign in to change a skin',
    caughtBy: 'textures.upload.no-token',
    layouts,
    server: answers(uploads, (answer) => (answer.status === 401 ? came(204) : answer)),
  },
  {
    what: 'without a token it is 403',
    caughtBy: 'textures.upload.no-token-status',
    layouts,
    server: answers(uploads, (answer) => (answer.status === 401 ? came(403, refused) : answer)),
  },
  {
    what: 'any file is a skin',
    caughtBy: 'textures.upload.not-png',
    layouts,
    server: answers(uploads, (answer, request) => (request.body.includes('<svg') ? came(204) : answer)),
  },
  {
    what: 'a picture of any size is a skin',
    caughtBy: 'textures.upload.wrong-size',
    layouts,
    server: answers(uploads, (answer) =>
      /size of a skin/.test(answer.body.toString()) ? came(204) : answer,
    ),
  },
  {
    what: 'a picture that says it is huge is a skin',
    caughtBy: 'textures.upload.bomb',
    layouts,
    server: answers(uploads, (answer, request) => (request.body.includes(hugeWidth) ? came(204) : answer)),
  },
  {
    what: 'what is not a skin breaks it',
    caughtBy: 'textures.upload.refusal',
    layouts,
    server: answers(uploads, (answer) => (answer.status === 400 ? came(500, refused) : answer)),
  },
  {
    what: 'files are handed out as they came',
    caughtBy: 'textures.upload.only-pixels',
    layouts,
    server: () => {
      let trailer: Buffer = Buffer.alloc(0)
      return async (request, forward) => {
        if (uploads(request)) {
          const end = request.body.indexOf('IEND') + 8
          trailer = request.body.subarray(end, request.body.indexOf('\r\n--', end))
        }
        const answer = await forward(request)
        return files(request) ? { ...answer, body: Buffer.concat([answer.body, trailer]) } : answer
      }
    },
  },
  {
    what: 'the profile does not say what can be uploaded',
    caughtBy: 'textures.upload.said',
    layouts,
    server: answers(asksProfile, (answer) => {
      const json = jsonOf(answer)
      return json
        ? {
            ...answer,
            body: Buffer.from(JSON.stringify({ ...json, properties: json.properties.slice(0, 1) })),
          }
        : answer
    }),
  },
  {
    what: 'the slim model is forgotten',
    caughtBy: 'textures.model.slim',
    layouts,
    server: textures((payload) => {
      if (payload.textures.SKIN) delete payload.textures.SKIN.metadata
      return payload
    }),
  },
  {
    what: 'every skin has the same address',
    caughtBy: 'textures.url.hash',
    layouts,
    server: textures((payload) => {
      if (payload.textures.SKIN)
        payload.textures.SKIN.url = payload.textures.SKIN.url.replace(/[^/]+$/, 'a'.repeat(64))
      return payload
    }),
  },
  {
    what: 'the address of a skin ends in its name',
    caughtBy: 'textures.url.hash',
    layouts,
    server: textures((payload) => {
      if (payload.textures.SKIN) payload.textures.SKIN.url += '/skin.png'
      return payload
    }),
  },
  {
    what: 'files have no type',
    caughtBy: 'textures.file.type',
    layouts,
    server: file(withoutHeader('content-type')),
  },
  {
    what: 'files are missing',
    caughtBy: 'textures.file.type',
    layouts,
    server: file(() => came(404, refused)),
  },
  {
    what: 'files are portraits',
    caughtBy: 'textures.file.size',
    layouts,
    server: file((answer) => {
      const body = Buffer.from(answer.body)
      body.writeUInt32BE(8, 16)
      body.writeUInt32BE(8, 20)
      return { ...answer, body }
    }),
  },
  {
    what: 'pages of other sites may not read files',
    caughtBy: 'textures.file.cors',
    layouts,
    server: file(withoutHeader('access-control-allow-origin')),
  },
]

const hugeWidth = Buffer.from('00007d00', 'hex')
