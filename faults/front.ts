import type { Fault } from './fault.ts'

export const wire: readonly Fault[] = [
  {
    rule: 'the address of somebody whose browser sends cross-site password guesses is not charged',
    from: 'done(isCrossSite && !isJson(',
    to: 'done(!isCrossSite && !isJson(',
    tests: ['test/http/http.test.ts', 'test/wire/yggdrasil/auth.test.ts'],
  },
  {
    rule: 'an address in a forwarding header is not trusted beyond the first invalid entry',
    from: 'if (address === undefined) break',
    to: 'if (address === undefined) continue',
    tests: ['test/http/forwarded.test.ts'],
  },
  {
    rule: 'a secret or short-lived answer is never cached',
    from: "reply.header('cache-control', 'no-store')\n    done()",
    to: 'done()',
    tests: [
      'test/wire/yggdrasil/auth.test.ts',
      'test/wire/oauth2/tokens.test.ts',
      'test/documents/security.test.ts',
    ],
  },
  {
    rule: 'a bearer token in a header has the form of RFC 6750',
    from: '/^Bearer +([^\\s]+) *$/i.exec',
    to: '/^(?:Bearer +)?([^\\s]+) *$/i.exec',
    tests: ['test/wire/vendor-services/vendor-services.test.ts', 'test/wire/admin/admin.test.ts'],
  },
]

export const oauth: readonly Fault[] = [
  {
    rule: 'every authorization request has a PKCE challenge',
    from: "!== 'optional' || !(nonce || state)",
    to: "!== 'optional' && !(nonce || state)",
    tests: ['test/wire/oauth2/abuse.test.ts', 'test/web/authorize.test.ts'],
  },
  {
    rule: 'a public client cannot introspect tokens',
    from: "allowedPolicy: (_ctx, client) => client.clientAuthMethod !== 'none'",
    to: 'allowedPolicy: () => true',
    tests: ['test/wire/oauth2/tokens.test.ts', 'test/wire/oauth2/abuse.test.ts'],
  },
  {
    rule: 'of several simultaneous exchanges of one code or refresh token, exactly one succeeds',
    from: 'if (spent !== undefined && !(await consumeArtifact(tx, digestOfToken(spent), now)))\n      throw new ExchangeFailed()',
    to: 'if (spent !== undefined) await consumeArtifact(tx, digestOfToken(spent), now)',
    tests: ['test/wire/oauth2/device.test.ts'],
  },
  {
    rule: "nobody can withdraw another player's consent",
    from: 'if (grant?.accountId !== account.id) throw',
    to: 'if (!grant) throw',
    tests: ['test/web/authorize.test.ts', 'test/wire/oauth2/abuse.test.ts'],
  },
  {
    rule: 'an application learns whether an email is confirmed',
    from: '{ email_verified: isEmailConfirmed }',
    to: '{ email_verified: true }',
    tests: ['test/wire/oauth2/tokens.test.ts', 'test/web/confirmed-email.test.ts'],
  },
]

export const web: readonly Fault[] = [
  {
    rule: 'forms of linked accounts may lead to the neighbours at which players sign in',
    from: "policy: { formAction: [...pages].join(' ') },",
    to: 'policy: {},',
    tests: ['test/web/linked-sign-in.test.ts'],
    named: 'the other service proves',
  },
  {
    rule: 'the authenticator is not asked for a passkey whose owner has to sign in again',
    from: "if (place.dataset.passkey === 'prove') continue",
    to: '',
    tests: ['test/pages/typed.slow.test.ts'],
    named: 'passkey',
  },
  {
    rule: 'a form without an origin is not kept',
    from: 'headers.origin !== undefined &&\n  isOwnOrigin(headers.origin,',
    to: 'isOwnOrigin(headers.origin,',
    tests: ['test/web/typed.test.ts'],
    named: 'not kept',
  },
  {
    rule: 'a form is kept only in the browser for whose session it was made',
    from: "if (session !== undefined && !isCsrfToken(fields.text('csrf'), csrfToken(session))) return 'none'",
    to: '',
    tests: ['test/web/typed.test.ts'],
    named: 'not kept',
  },
  {
    rule: 'a form that is kept has no proofs',
    from: 'fields.texts().filter(([name]) => !neverKept.has(name))',
    to: 'fields.texts()',
    tests: ['test/pages/typed.slow.test.ts'],
    named: 'proofs are not',
  },
  {
    rule: 'a form that was kept is filled in once',
    from: "  clearCookie(context, reply, 'typed')\n",
    to: '',
    tests: ['test/web/typed.test.ts'],
    named: 'once',
  },
  {
    rule: 'times keep their place, so that nothing shifts',
    from: 'time.dataset.was = time.textContent',
    to: '',
    tests: ['test/pages/measures.slow.test.ts'],
    named: 'are at most',
  },
  {
    rule: 'the form of the settings asks who it is again',
    from: '    if (refusal) return refusal\n    try {\n      await changeSettings(',
    to: '    try {\n      await changeSettings(',
    tests: ['test/web/admin-settings.test.ts'],
    named: 're-authentication',
  },
  {
    rule: 'the form of an API token asks who it is again',
    from: '    if (refusal) return show(page, { ...typed, ...refusal })\n    try {\n      const { token } = await createApiToken(',
    to: '    try {\n      const { token } = await createApiToken(',
    tests: ['test/web/admin-api-tokens.test.ts'],
    named: 're-authentication',
  },
  {
    rule: 'a new API token or link is shown once',
    from: "  clearCookie(context, page.reply, 'secret')\n",
    to: '',
    tests: ['test/web/admin-api-tokens.test.ts'],
    named: 'shown once',
  },
  {
    rule: 'the form of a one-time link asks who it is again',
    from: '  if (refusal) return again(refusal)\n  const expiresAt',
    to: '  const expiresAt',
    tests: ['test/attacks/N3-links.test.ts', 'test/web/link.test.ts'],
  },
  {
    rule: 'a reserved name is only given to an account if the form says so',
    from: "isReserved: fields.text('reserved') === 'yes'",
    to: 'isReserved: true',
    tests: ['test/web/admin-accounts.test.ts'],
    named: 'is created',
  },
  {
    rule: 'a form is accepted only from the page with its token',
    from: 'return sent.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected)',
    to: 'return sent.length > 0 && sent.length === expected.length',
    tests: ['test/web/pages.test.ts', 'test/web/sign-in.test.ts', 'test/documents/security.test.ts'],
  },
  {
    rule: 'a form from another origin is refused',
    from: 'return url !== null && (url.origin === new URL(baseUrl).origin || url.host === host)',
    to: 'return url !== null',
    tests: ['test/web/pages.test.ts', 'test/web/sign-in.test.ts', 'test/documents/security.test.ts'],
  },
  {
    rule: 'a return path never leads to another host, even once its dots are resolved',
    from: 'return URL.parse(path, base.href)?.href === base.origin + path ? path : undefined',
    to: 'return path',
    tests: ['test/attacks/M11-next.test.ts'],
  },
  {
    rule: 'no page can be shown in a frame',
    from: '"frame-ancestors \'none\'",',
    to: '',
    tests: ['test/web/pages.test.ts', 'test/documents/security.test.ts'],
  },
  {
    rule: 'scripts cannot read the session cookie',
    from: 'httpOnly: true,',
    to: 'httpOnly: false,',
    tests: ['test/web/sign-in.test.ts', 'test/web/pages.test.ts'],
  },
  {
    rule: 'a page of a visitor releases no name that another visitor has taken since',
    from: '(of === undefined || id === of)',
    to: 'true',
    tests: ['test/web/visitors.test.ts'],
  },
  {
    rule: 'skins of a neighbour come only from hosts that an administrator has seen on a page',
    from: 'textureHosts.filter((host) => shown.includes(host))',
    to: 'textureHosts',
    tests: ['test/attacks/N9-neighbour-pages.test.ts'],
  },
  {
    rule: 'a page of a game server that shows no neighbours does not take them off',
    from: "fields.has('who') && {",
    to: 'true && {',
    tests: ['test/attacks/N9-neighbour-pages.test.ts'],
  },
  {
    rule: 'the overview page does not count answers of neighbours as refusals',
    from: '.filter((row) => !isOfNeighbour(row))',
    to: '',
    tests: ['test/attacks/N9-neighbour-pages.test.ts'],
  },
  {
    rule: 'the page of a neighbour does not count players who joined as refused',
    from: 'Math.max(0, yes - admitted)',
    to: 'yes',
    tests: ['test/attacks/N9-neighbour-pages.test.ts'],
  },
  {
    rule: 'nobody is asked while neighbours are off',
    from: "isBelowServer && neighbours === 'on' ? hasJoinedOrVisits",
    to: "isBelowServer && neighbours !== 'watch' ? hasJoinedOrVisits",
    tests: ['test/domain/neighbours/visit.test.ts'],
  },
]
