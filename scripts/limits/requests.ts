import { is, type LimitGroup, row } from './row.ts'
import { bytes, count, setting, time } from './values.ts'

export const requestLimits: LimitGroup = {
  heading: 'What one request may bring',
  introduction:
    'No body within these limits keeps the event loop busy for 20 ms ([0025](decisions/0025-bounded-bodies.md)).',
  limits: [
    row(
      'request line and headers',
      is`${bytes('server.ts', 'maxHeaderSize')}`,
      'old games send a token in the query; nothing sends more',
      '[431](#431-the-headers-are-too-large)',
    ),
    row(
      'time until the headers are complete',
      is`${time('server.ts', 'headersTimeout')}`,
      'a client that dribbles holds a socket',
      '[408](#408-the-request-did-not-end)',
    ),
    row(
      'time until the request is complete',
      is`${time('server.ts', 'requestTimeout')}`,
      'the same',
      '[408](#408-the-request-did-not-end)',
    ),
    row(
      'body, as sent and unpacked',
      is`${bytes('server.ts', 'bodyLimit')}; OAuth 2.0 ${bytes('oauth2.ts', 'bodyLimit')}`,
      'a hundred names fit many times over',
      '[413](#413-the-body-is-too-large)',
    ),
    row(
      'texture file',
      is`${bytes('texture.ts', 'maxTextureBytes')}, and 16 KiB of form around it`,
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
      is`${count('png.ts', 'maxChunks')}`,
      'each has a checksum to verify',
      '400, as for a damaged file',
    ),
    row(
      'fields of an urlencoded form, counted by their `&`',
      is`${count('fields.ts', 'maxFormFields')}`,
      "the runtime's reader needs time in the square of the fields",
      '[400](#400-the-body-cannot-be-read)',
    ),
    row(
      'parts of a multipart form',
      is`${count('multipart.ts', 'maxParts')}, each with ${bytes('multipart.ts', 'maxPartHeadBytes')} of headers`,
      'the same',
      '[400](#400-the-body-cannot-be-read)',
    ),
    row(
      'parameters of a query',
      is`${count('query.ts', 'maxQueryParameters')}`,
      'the same',
      'further ones are not read',
    ),
    row(
      'requests waiting on one connection',
      is`${count('connections.ts', 'maxPipelined')}`,
      'one read of a socket brings thousands',
      'the connection is closed',
    ),
    row(
      'names in a bulk lookup',
      is`${count('requests.ts', 'mostNames')}`,
      'launchers ask for at most 10 at a time',
    ),
    row(
      'password',
      is`${count('account.ts', 'maxPasswordLength')} characters`,
      'copying it takes time, hashing it does not',
    ),
    row('login', is`${count('account.ts', 'maxLoginLength')} characters`, 'no email address is longer'),
    row('line of an import', is`${bytes('lines.ts', 'maxLineBytes')}`, 'a whole line is held in memory'),
    row(
      'cost of an imported hash',
      is`${bytes('importable.ts', 'maxMemoryBytes')} of memory, and about three seconds of one core`,
      'each sign-in with it keeps others waiting',
    ),
    row(
      'time to check a hash with other costs than ours',
      is`${time('passwords.ts', 'verifyTimeoutMs')}, then not again for ${time('passwords.ts', 'tooSlowForMs')}`,
      'a thread is occupied meanwhile',
    ),
    row(
      'answer of an external skin system',
      is`${bytes('skin-system.ts', 'maxAnswerBytes')} within ${time('skin-system.ts', 'requestTimeoutMs')}`,
      'it may be slow, large or hostile',
    ),
    row(
      'answer of a neighbour',
      is`${bytes('neighbour-line.ts', 'maxAnswerBytes')} within ${setting('NORN_NEIGHBOUR_TIME')}, ${count('state/neighbours/answers.ts', 'maxDepth')} levels deep; ${count('state/neighbours/answers.ts', 'limits', 'properties')} properties with a value of ${count('state/neighbours/answers.ts', 'limits', 'value')} and a signature of ${count('state/neighbours/answers.ts', 'limits', 'signature')} characters`,
      'the same',
    ),
    row(
      'metadata and keys of a neighbour',
      is`${bytes('state/neighbours/metadata.ts', 'maxMetadataBytes')} and ${bytes('state/neighbours/neighbours.ts', 'maxKeysBytes')} within ${time('domain/neighbours/keys.ts', 'timeoutMs')}; ${count('state/neighbours/metadata.ts', 'maxHosts')} hosts, ${count('state/neighbours/keys.ts', 'maxKeys')} keys of each use`,
      'the same',
    ),
    row(
      'answer about a name of the vendor, about a newer version',
      is`${bytes('names/vendor.ts', 'maxAnswerBytes')} within ${time('names/vendor.ts', 'timeoutMs')}, ${bytes('operation/updates.ts', 'maxBytes')} within ${time('operation/updates.ts', 'timeoutMs')}`,
      'the same',
    ),
    row('packet of a game that asks for a code', is`${bytes('frames.ts', 'maxPacketBytes')}`, 'the same'),
    row(
      'picture of a visitor',
      is`${bytes('texture.ts', 'maxTextureBytes')} within ${time('pictures.ts', 'timeoutMs')}, of which a join waits for ${time('mirror.ts', 'maxWaitMs')}`,
      'the same',
    ),
  ],
}
