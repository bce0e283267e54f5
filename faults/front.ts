import type { Fault } from './fault.ts'

export const wire: readonly Fault[] = [
  {
    rule: 'a page elsewhere sends no passwords with the address of its visitor',
    from: 'done(isCrossSite && !isJson(',
    to: 'done(!isCrossSite && !isJson(',
    tests: ['test/http/http.test.ts', 'test/wire/yggdrasil/auth.test.ts'],
  },
  {
    rule: 'what stands to the left of something that is no address is not believed',
    from: 'if (address === undefined) break',
    to: 'if (address === undefined) continue',
    tests: ['test/http/forwarded.test.ts'],
  },
  {
    rule: 'what is a secret, or true only now, is kept by no cache',
    from: "reply.header('cache-control', 'no-store')\n    done()",
    to: 'done()',
    tests: ['test/wire/yggdrasil/auth.test.ts', 'test/wire/oauth2/tokens.test.ts', 'test/security.test.ts'],
  },
  {
    rule: 'a token is worn in a header as RFC 6750 says',
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
    rule: 'a public client introspects no tokens',
    from: "allowedPolicy: (_ctx, client) => client.clientAuthMethod !== 'none'",
    to: 'allowedPolicy: () => true',
    tests: ['test/wire/oauth2/tokens.test.ts', 'test/wire/oauth2/abuse.test.ts'],
  },
  {
    rule: 'of several exchanges of one code or refresh token at once exactly one succeeds',
    from: 'if (spent !== undefined && !(await consumeArtifact(tx, digestOfToken(spent), now)))\n      throw new ExchangeFailed()',
    to: 'if (spent !== undefined) await consumeArtifact(tx, digestOfToken(spent), now)',
    tests: ['test/wire/oauth2/device.test.ts'],
  },
  {
    rule: 'nobody takes back what somebody else has agreed to',
    from: 'if (grant?.accountId !== account.id) throw',
    to: 'if (!grant) throw',
    tests: ['test/web/authorize.test.ts', 'test/wire/oauth2/abuse.test.ts'],
  },
  {
    rule: 'an application learns whether an e-mail was confirmed',
    from: '{ email_verified: isEmailConfirmed }',
    to: '{ email_verified: true }',
    tests: ['test/wire/oauth2/tokens.test.ts', 'test/web/confirmed-email.test.ts'],
  },
]

export const web: readonly Fault[] = [
  {
    rule: 'a form is sent by the page that bears its token',
    from: 'return sent.length > 0 && sent.length === expected.length && timingSafeEqual(sent, expected)',
    to: 'return sent.length > 0 && sent.length === expected.length',
    tests: ['test/web/pages.test.ts', 'test/web/sign-in.test.ts', 'test/security.test.ts'],
  },
  {
    rule: 'a form is not taken from another origin',
    from: 'return url !== null && (url.origin === new URL(baseUrl).origin || url.host === host)',
    to: 'return url !== null',
    tests: ['test/web/pages.test.ts', 'test/web/sign-in.test.ts', 'test/security.test.ts'],
  },
  {
    rule: 'a link leads on to no other host, also once its dots are gone',
    from: 'return URL.parse(path, base.href)?.href === base.origin + path ? path : undefined',
    to: 'return path',
    tests: ['test/attacks/M11-next.test.ts'],
  },
  {
    rule: 'no page is shown within a frame',
    from: '"frame-ancestors \'none\'",',
    to: '',
    tests: ['test/web/pages.test.ts', 'test/security.test.ts'],
  },
  {
    rule: 'no script reads the cookie of a session',
    from: 'httpOnly: true,',
    to: 'httpOnly: false,',
    tests: ['test/web/sign-in.test.ts', 'test/web/pages.test.ts'],
  },
]
