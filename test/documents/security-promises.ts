// The tests of what docs/security.md promises, by their files below test/. Those of docs/asvs.md are named there.

export const promised: Readonly<Record<string, readonly string[]>> = {
  'attacks/forms-of-old-sessions': [
    'every form of the pages is in the table, and no form in it is gone',
    'a session of yesterday does nothing that gives access, and forms that the table excuses ask for no proof',
    'the API does not take a session, however fresh',
  ],
  'attacks/library': [
    'names no player whose share is hidden or waits when another tries the same pixels',
    'with a review, a waiting texture is on no page; taken down, it is not shared; refused, it stays kept',
  ],
  'attacks/wardrobes': [
    'on two instances at once a wardrobe is never too full, and nothing comes back (${kind})',
    'refuses hostile files and names on its page and by the API, and nothing of them is left',
  ],
  'attacks/characters-apart': [
    'get the same answers, on every operation, as players of different accounts',
    'are guessed at one by one: a 429 at one name holds nobody back at another',
    'do not learn by their tokens which names are held for the others',
    'are different people for applications',
  ],
  'attacks/what-gives-access': ['${event}: ends those that the table says, and no others'],
  'attacks/own-ends': ['each end in the table has a walk, and each walk an end', '${name}: ${end}'],
  'attacks/stolen-database': ['the keys and rows of a copy cannot forge a token that is accepted anywhere'],
  'domain/audit': ['has each change once, with its actor, and no secret'],
  'domain/audit-seals': ['reveal changes to the log'],
  'http/logs': [
    'contains no password, token, code, email or server of a complete session, at any level',
    'names the route by its pattern, never by the path',
  ],
  'documents/security': ['a token with another algorithm, key, type or header is refused'],
  'web/widget': [
    'is not there unless the operator wants it',
    'tells who plays where, but nothing of those who hide, are suspended or play elsewhere',
    'gives numbers alone, and lets only chosen sites show it, where the operator says so',
    'reads once for all who look at once, in steps, and no more than 1,024 reports',
  ],
  'web/library': [
    'shows nothing of suspended or deleted accounts, or of textures that were taken down or removed',
    'a character shares under its own name, and takes nothing along',
    'suspended uploads share nothing, and no account shares without end',
    'a shared texture waits, is published or refused, and waits again under a new name',
    'twenty of an account wait, and no more',
  ],
  'web/authorize': [
    'shows a page if the application must not be informed, and answers it otherwise',
    'is refused if the player declines, and cannot be answered by somebody else',
    'leads through sign-in and consent to a code, whose token can join',
    'requires consent each time from a public client, at any port of the local machine',
  ],
  'web/play-as': [
    'ends with another choice, with its tokens and codes',
    'is not answered twice, nor for another application, nor by another account',
  ],
  'web/device': [
    'allows twenty guesses of a code, then one every half minute',
    'connects the device that shows the code to the signed-in account',
  ],
  'webhooks/webhooks': [
    'never sends to an address of this machine or its network, whatever the name resolves to',
  ],
  'instances/real-providers.slow': ['${name} proves a newcomer, and somebody known (${kind})'],
  'web/provider-sign-in': [
    'an answer is for one browser, one provider and ten minutes, and leads nowhere else',
    'two callbacks with one state end with one sign-in',
  ],
  'http/tracing': [
    'a request is a span with its statements, hashes, signatures and questions below it',
    'a stranger neither joins a trace nor has a request sampled',
  ],
  'state/object-store': [
    'an answer that is not the file is never believed',
    'plain http is not spoken to a public address',
    'a store that never ends its answer is given 5 s, and those who wait no more',
    'a store that fails is left alone for a moment, and then asked once',
  ],
  'state/providers/hostile': [
    'an honest one is asked for tokens and keys, and proves a person',
    'it is missing',
    'it is of another time, to the second',
    'iss is another, though none was announced',
    'a code of another provider, or one that was used, proves nobody',
    'of another subject proves nobody',
    'confirms no other address than its own',
    'an address inside is asked only if the provider is private',
    'that were rotated are found, after a minute at most',
  ],
  'state/providers/presets': [
    'each is asked for what it knows',
    'a code of one of them proves nobody at another one',
    'proves nobody without a number that can be told from others',
  ],
  'state/providers/claims': ['an address is confirmed by true or its text, for its own claim'],
  'state/providers/openid': [
    'a code of another client, verifier or callback proves nobody',
    'says when somebody has signed in, and lets them do so again if asked',
  ],
  'wire/oauth2/abuse': [
    'PKCE can be neither omitted nor weakened, and a refused attempt does not consume the code',
    'no log line contains a code, a token, a secret, a verifier or a state',
    'an application that uses two services can tell which one answered',
    'a code does not work for another client, at another redirect URI or as another kind of token',
  ],
  'wire/oauth2/device': [
    'an unsupported grant type is refused',
    'of twenty simultaneous refreshes, one succeeds',
  ],
  'wire/oauth2/discovery': [
    'the document is the same under both names, and at the place that RFC 8414 defines',
    'it lists what this service supports, and nothing else',
  ],
  'wire/oauth2/keys': [
    'after a rotation, old tokens stay valid until they expire',
    'is a 4096-bit RSA key',
    'a token is an ES256 JWT that verifies with the published key',
    'its claims are the ones of RFC 9068 that a launcher needs, and no others',
  ],
  'wire/oauth2/tokens': [
    "ends with anything that ends its account's tokens, with its grant and with its client",
    'cannot join or read its profile from the services without the scope',
    'a client cannot revoke, redeem or refresh the token of another client',
    'a confidential client can get a token for itself, which joins nowhere',
  ],
}
