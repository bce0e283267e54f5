import { is, type LimitGroup, row } from './row.ts'
import { bytes, count, setting, time } from './values.ts'

export const requestLimits: LimitGroup = {
  heading: 'What one request may bring',
  introduction:
    'No body within these limits keeps the event loop busy for 20 ms ([0025](decisions/0025-bounded-bodies.md)).',
  limits: [
    row(
      'request line and headers',
      is`${await bytes('http/server/server.ts', 'maxHeaderSize')}`,
      'old games send a token in the query; nothing sends more',
      '[431](#431-the-headers-are-too-large)',
    ),
    row(
      'time until the headers are complete',
      is`${await time('http/server/server.ts', 'headersTimeout')}`,
      'a client that dribbles holds a socket',
      '[408](#408-the-request-did-not-end)',
    ),
    row(
      'time until the request is complete',
      is`${await time('http/server/server.ts', 'requestTimeout')}`,
      'the same',
      '[408](#408-the-request-did-not-end)',
    ),
    row(
      'time in which nothing of an answer is read',
      is`${await time('http/server/server.ts', 'stillTimeout')}`,
      'a client that does not read holds a socket and what the system keeps for it',
      'the connection is closed',
    ),
    row(
      'body, as sent and unpacked',
      is`${await bytes('http/server/server.ts', 'bodyLimit')}; OAuth 2.0 ${await bytes('wire/oauth2/oauth2.ts', 'bodyLimit')}`,
      'a hundred names fit many times over',
      '[413](#413-the-body-is-too-large)',
    ),
    row(
      'texture file',
      is`${await bytes('model/game/texture.ts', 'maxTextureBytes')}, and 16 KiB of form around it`,
      'the largest skin at the largest scale; read only after its token was checked',
      '[413](#413-the-body-is-too-large)',
    ),
    row(
      'size of a picture',
      is`${setting('NORN_TEXTURE_MAX_SCALE')} times the standard size (64x64 for a skin)`,
      'read before the picture is decoded, so no header orders gigapixels',
    ),
    row(
      'chunks of a PNG',
      is`${await count('lib/files/png.ts', 'maxChunks')}`,
      'each has a checksum to verify',
      '400, as for a damaged file',
    ),
    row(
      'fields of an urlencoded form, counted by their `&`',
      is`${await count('http/body/fields.ts', 'maxFormFields')}`,
      "the runtime's reader needs time in the square of the fields",
      '[400](#400-the-body-cannot-be-read)',
    ),
    row(
      'parts of a multipart form',
      is`${await count('http/body/multipart.ts', 'maxParts')}, each with ${await bytes('http/body/multipart.ts', 'maxPartHeadBytes')} of headers`,
      'the same',
      '[400](#400-the-body-cannot-be-read)',
    ),
    row(
      'parameters of a query',
      is`${await count('http/server/query.ts', 'maxQueryParameters')}`,
      'the same',
      'further ones are not read',
    ),
    row(
      'requests waiting on one connection',
      is`${await count('http/server/connections.ts', 'maxPipelined')}`,
      'one read of a socket brings thousands',
      'the connection is closed',
    ),
    row(
      'names in a bulk lookup',
      is`${await count('wire/lookup/requests.ts', 'mostNames')}`,
      'launchers ask for at most 10 at a time',
    ),
    row(
      'password',
      is`${await count('model/accounts/account.ts', 'maxPasswordLength')} characters`,
      'copying it takes time, hashing it does not',
    ),
    row(
      'login',
      is`${await count('model/accounts/account.ts', 'maxLoginLength')} characters`,
      'no email address is longer',
    ),
    row(
      'line of an import',
      is`${await bytes('moving/lines.ts', 'maxLineBytes')}`,
      'a whole line is held in memory',
    ),
    row(
      'cost of an imported hash',
      is`${await bytes('passwords/importable.ts', 'maxMemoryBytes')} of memory, and about three seconds of one core`,
      'each sign-in with it keeps others waiting',
    ),
    row(
      'time to check a hash with other costs than ours',
      is`${await time('passwords/passwords.ts', 'verifyTimeoutMs')}, then not again for ${await time('passwords/passwords.ts', 'tooSlowForMs')}`,
      'a thread is occupied meanwhile',
    ),
    row(
      'answer of an external skin system',
      is`${await bytes('state/textures/skin-system.ts', 'maxAnswerBytes')} within ${await time('state/textures/skin-system.ts', 'requestTimeoutMs')}`,
      'it may be slow, large or hostile',
    ),
    row(
      'answer of the object store',
      is`${await bytes('model/game/texture.ts', 'maxTextureBytes')} within ${await time('state/textures/object-store.ts', 'storeTimeoutMs')}`,
      'the same',
    ),
    row(
      'answer of a neighbour',
      is`${await bytes('state/neighbours/neighbour-line.ts', 'maxAnswerBytes')} within ${setting('NORN_NEIGHBOUR_TIME')}, ${await count('state/neighbours/answers.ts', 'maxDepth')} levels deep; ${await count('state/neighbours/answers.ts', 'limits', 'properties')} properties with a value of ${await count('state/neighbours/answers.ts', 'limits', 'value')} and a signature of ${await count('state/neighbours/answers.ts', 'limits', 'signature')} characters`,
      'the same',
    ),
    row(
      'metadata and keys of a neighbour',
      is`${await bytes('state/neighbours/metadata.ts', 'maxMetadataBytes')} and ${await bytes('state/neighbours/neighbours.ts', 'maxKeysBytes')} within ${await time('domain/neighbours/keys.ts', 'timeoutMs')}; ${await count('state/neighbours/metadata.ts', 'maxHosts')} hosts, ${await count('state/neighbours/keys.ts', 'maxKeys')} keys of each use`,
      'the same',
    ),
    row(
      'answer about a name of the vendor, about a newer version',
      is`${await bytes('domain/names/vendor.ts', 'maxAnswerBytes')} within ${await time('domain/names/vendor.ts', 'timeoutMs')}, ${await bytes('domain/operation/updates.ts', 'maxBytes')} within ${await time('domain/operation/updates.ts', 'timeoutMs')}`,
      'the same',
    ),
    row(
      'packet of a game that asks for a code',
      is`${await bytes('wire/link-door/frames.ts', 'maxPacketBytes')}`,
      'the same',
    ),
    row(
      'picture of a visitor',
      is`${await bytes('model/game/texture.ts', 'maxTextureBytes')} within ${await time('state/neighbours/pictures.ts', 'timeoutMs')}, of which a join waits for ${await time('domain/game/mirror.ts', 'maxWaitMs')}`,
      'the same',
    ),
  ],
}
