import type { Fault } from './fault.ts'

export const lib: readonly Fault[] = [
  {
    rule: 'a load that failed is tried again',
    from: 'loading = undefined\n      throw error',
    to: 'throw error',
    tests: ['test/lib/process/once-loaded.test.ts'],
  },
  {
    rule: 'a member that occurs twice is found however it is spelt',
    from: 'const name: unknown = JSON.parse(text.slice(at, end + 1))',
    to: 'const name: unknown = text.slice(at + 1, end)',
    tests: ['test/lib/text/strict-json.test.ts'],
  },
  {
    rule: 'an answer of another service is read only if it is not compressed',
    from: "if (encoding !== 'identity') throw",
    to: "if (encoding === 'compress') throw",
    tests: ['test/state/neighbours/neighbours.test.ts'],
  },
  {
    rule: 'a one-time code is valid one step early or late, and no further',
    from: 'window: 1 })',
    to: 'window: 2 })',
    tests: ['test/lib/crypto/totp.test.ts'],
  },
  {
    rule: 'the UUID of a name has version 3',
    from: '& 0x0f) | 0x30, 6)',
    to: '& 0x0f) | 0x40, 6)',
    tests: ['test/lib/crypto/uuid.test.ts'],
  },
  {
    rule: 'a gate queues no more than its limit',
    from: 'this.#line.length >= this.#waiting',
    to: 'this.#line.length > this.#waiting',
    tests: ['test/lib/queue/gate.test.ts'],
  },
  {
    rule: 'a breaker opens at the first failure over its limit',
    from: 'return this.#failures < this.#maxFailures',
    to: 'return this.#failures <= this.#maxFailures',
    tests: ['test/lib/net/breaker.test.ts'],
  },
  {
    rule: 'text inside an attribute cannot end the attribute',
    from: `/[&<>"']/.test(plain) ? plain.replaceAll(/[&<>"']/g,`,
    to: `/[&<>']/.test(plain) ? plain.replaceAll(/[&<>']/g,`,
    tests: ['test/lib/text/html.test.ts'],
  },
  {
    rule: 'text that others wrote cannot change the writing direction on a terminal',
    from: '\\u202a-\\u202e',
    to: '',
    tests: ['test/attacks/foreign-text-on-terminals.test.ts'],
  },
  {
    rule: 'no request is sent to an address outside the Internet',
    from: "read.match(ipaddr.parseCIDR('2000::/3'))",
    to: "read.match(ipaddr.parseCIDR('::/0'))",
    tests: ['test/lib/net/reach.test.ts'],
  },
  {
    rule: 'no ban is wide enough to cover half of the Internet',
    from: 'ipv4: { min: 8,',
    to: 'ipv4: { min: 1,',
    tests: ['test/lib/net/network.test.ts'],
  },
  {
    rule: 'a webhook receiver can recognize a message that is sent again later',
    from: '`${id}.${timestamp}.${body}`',
    to: '`${id}.${body}`',
    tests: ['test/webhooks/webhooks.test.ts'],
    named: 'in order, signed',
  },
]

export const texts: readonly Fault[] = [
  {
    rule: 'a number has the plural form of its language',
    from: 'entry[formats(language).plural(count)]',
    to: "entry[count === 1 ? 'one' : 'other']",
    tests: ['test/texts/say.test.ts'],
  },
  {
    rule: 'a right-to-left value does not reorder the sentence around it',
    from: 'rightToLeft.test(value) ?',
    to: 'rightToLeft.test(value) && false ?',
    tests: ['test/texts/say.test.ts'],
  },
  {
    rule: 'a text that a language lacks falls back to English',
    from: '{ ...original, ...own }',
    to: '{ ...own }',
    tests: ['test/texts/say.test.ts'],
  },
]

export const model: readonly Fault[] = [
  {
    rule: 'a link of the community is encrypted and has no user name',
    from: "readWebAddress(address, ['https:'])",
    to: 'readWebAddress(address)',
    tests: ['test/web/admin-settings.test.ts'],
    named: 'invalid input',
  },
  {
    rule: 'nobody registers without accepting the rules in force',
    from: "(await areRulesInForce(context, rules)) ? undefined : ('rules_not_accepted' as const),",
    to: 'undefined,',
    tests: ['test/web/rules.test.ts'],
  },
  {
    rule: 'the imprint is a page of the web',
    from: '!protocols.includes(url.protocol) || ',
    to: '',
    tests: ['test/web/admin-settings.test.ts'],
    named: 'invalid input',
  },
  {
    rule: 'a logo is stored with its pixels only',
    from: "return typeof picture === 'string' ? undefined : logoOf(picture)",
    to: "return typeof picture === 'string' ? undefined : logoOf(file)",
    tests: ['test/model/setting-logo.test.ts'],
  },
  {
    rule: 'a new name cannot be the file name of an image',
    from: '/^-|^\\.{1,2}$|\\.png$/i',
    to: '/^-|^\\.{1,2}$/i',
    tests: ['test/attacks/names-with-meanings.test.ts'],
  },
  {
    rule: 'a name that looks like a reserved one is reserved',
    from: ".replaceAll('0', 'o')",
    to: '',
    tests: ['test/attacks/names-with-meanings.test.ts', 'test/web/register.test.ts'],
  },
  {
    rule: 'a moderator cannot suspend anybody who has a role',
    from: "  if (hasRole(account)) return 'holder'\n",
    to: '',
    tests: ['test/web/admin-rights.test.ts'],
  },
  {
    rule: 'an old skin is never drawn for the slim model',
    from: "if (width !== height) return 'default'",
    to: "if (width !== height) return 'slim'",
    tests: ['test/domain/textures.test.ts'],
  },
  {
    rule: 'the payload of a textures property states the slim model',
    from: "...(skin.model === 'slim' && { metadata: { model: 'slim' } }),\n        },",
    to: '},',
    tests: ['test/wire/skin-system/texture-files.test.ts', 'test/web/skin.test.ts'],
  },
  {
    rule: 'everybody who reads the published keys can verify a token',
    from: "dsaEncoding: 'ieee-p1363'",
    to: "dsaEncoding: 'der'",
    tests: ['test/instances/shared.test.ts'],
  },
]
