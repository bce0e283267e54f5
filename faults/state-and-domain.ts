import type { Fault } from './fault.ts'

export const state: readonly Fault[] = [
  {
    rule: 'textures that name another UUID make a yes unusable',
    from: "typeof profileId === 'string' && parseUuid(profileId) === id ? undefined",
    to: "typeof profileId === 'string' ? undefined",
    tests: ['test/state/neighbours/neighbours.test.ts'],
  },
  {
    rule: 'a neighbour that forbids questions about names is unsure about them',
    from: "if (status === 204 || (status === 200 && body.length === 0)) return { says: 'no' }",
    to: "if (noStatuses.includes(status)) return { says: 'no' }",
    tests: ['test/state/neighbours/neighbours.test.ts'],
  },
  {
    rule: 'a private address of a neighbour is refused at the connection',
    from: 'isPrivate || isPublicAddress(address)',
    to: "isPrivate || isPublicAddress(address) || address === '127.0.0.1'",
    tests: ['test/state/neighbours/neighbours.test.ts'],
  },
  {
    rule: 'a token of another type that we have signed is not an access token',
    from: "algorithms: ['ES256'], typ: 'at+jwt', currentDate",
    to: "algorithms: ['ES256'], currentDate",
    tests: ['test/wire/yggdrasil/forged-tokens.test.ts'],
  },
  {
    rule: 'the answer to a passkey challenge is valid only for the purpose of the challenge',
    from: 'update(head).update(purpose).digest()',
    to: 'update(head).digest()',
    tests: ['test/web/passkeys.test.ts'],
  },
  {
    rule: 'a passkey challenge is valid for a quarter of an hour',
    from: 'return expiresAt > this.#clock() ? expiresAt : undefined',
    to: 'return expiresAt',
    tests: ['test/web/passkeys.test.ts'],
  },
  {
    rule: 'automatic bans have no effect once they are turned off',
    from: "else if (this.#config.lookupBans === 'on') this.#automaticBans",
    to: 'else this.#automaticBans',
    tests: ['test/wire/lookup/bans.test.ts', 'test/state/limits/lookup-limiter.test.ts'],
  },
]

export const domain: readonly Fault[] = [
  {
    rule: 'a neighbour of equal trust that is unsure makes a yes unsure',
    from: "one.trust >= sure.trust && joinOf(one) === 'unsure'",
    to: "one.trust > sure.trust && joinOf(one) === 'unsure'",
    tests: ['test/domain/neighbours/decision.test.ts'],
  },
  {
    rule: 'a more trusted neighbour protects its names even if it admits nobody',
    from: 'const names = allowed.filter(({ trust }) => trust > leastTrust)',
    to: 'const names = joins.filter(({ trust }) => trust > leastTrust)',
    tests: ['test/domain/neighbours/decision.test.ts'],
  },
  {
    rule: 'the UUID that is derived from another name is reserved',
    from: "return id.charAt(12) === '3' && id !== offlineUuid(name)",
    to: 'return false',
    tests: ['test/domain/neighbours/checks.test.ts'],
  },
  {
    rule: 'a change that a session or API token has queued does not happen after the session or token has ended',
    from: '    await lockActor(context, tx, by)\n',
    to: '',
    tests: ['test/attacks/H7-ended-session.test.ts'],
  },
  {
    rule: 'of several simultaneous links to choose a new password, one works',
    from: '    await lockAccount(tx, row.id)\n',
    to: '',
    tests: ['test/attacks/M17-links-at-once.test.ts'],
    named: 'M17',
  },
  {
    rule: 'a one-time link works once, and not for an account that has changed since',
    from: "  if (!row || !(await deleteLink(tx, digest))) throw new Refused('link_dead')\n",
    to: '',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a link for the second factor requires the current password',
    from: '  await proveCurrentPassword(context, account, password, address)\n  const step',
    to: '  const step',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a suspended account gets no one-time link',
    from: "    if (account.suspension) throw new Refused('link_of_suspended', { about: account })\n",
    to: '',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a one-time link is valid for at most 30 days',
    from: "    if (link.expiresAt > now + linkLifetimeMs.most) throw new Refused('link_too_long', { field: 'expiresAt' })\n",
    to: '',
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'guesses of one-time links are limited',
    from: "  if (waitMs === 0) throw new Refused('link_dead')\n  throw new Refused('too_many_links'",
    to: "  throw new Refused('link_dead'",
    tests: ['test/attacks/N3-links.test.ts'],
  },
  {
    rule: 'a link removes only the authenticator that its email is about',
    from: ' and account.totp_since = since',
    to: '',
    tests: ['test/attacks/H5-own-factor.test.ts'],
  },
  {
    rule: 'a one-time code works once',
    from: 'if (step !== undefined && (await useTotpStep(db, row.id, step))) return true',
    to: 'if (step !== undefined) return true',
    tests: ['test/wire/yggdrasil/sign-in.test.ts'],
  },
  {
    rule: 'account recovery does not accept a password that everybody tries first',
    from: 'const problem = await passwordProblem(context, password, toAccount(row, clock()))\n  if (problem) return problem',
    to: 'await passwordProblem(context, password, toAccount(row, clock()))',
    tests: ['test/web/recover.test.ts'],
  },
  {
    rule: 'account recovery ends all sessions and tokens',
    from: 'await endCredentials(tx, account.id, { password_hash })\n    await updateAccount(tx, account.id, { email_confirmed: account.email_folded })',
    to: 'await updateAccount(tx, account.id, { password_hash, email_confirmed: account.email_folded })',
    tests: ['test/web/recover.test.ts'],
  },
  {
    rule: 'the last administrator cannot lose the role',
    from: "if (role === 'admin' && !isGranted) await keepAdministrator(context, tx, by, account)",
    to: '',
    tests: ['test/domain/roles.test.ts'],
  },
  {
    rule: 'one address has thirty guesses at one login',
    from: 'addressAtLogin: { size: guessAddressAccount, refillMs }',
    to: 'addressAtLogin: { size: guessAddressAccount + 1, refillMs }',
    tests: ['test/wire/yggdrasil/sign-in-throttle.slow.test.ts'],
    named: 'one address at one login',
  },
  {
    rule: 'a missing seal in the audit log is detected',
    from: "if (!isContinued) found('seals_missing', seal)",
    to: 'if (!isContinued) previous = undefined',
    tests: ['test/domain/audit-seals.test.ts'],
  },
  {
    rule: 'webhooks are never sent into our own network',
    from: 'accepts: (address) => isPrivateAllowed || isPublicAddress(address)',
    to: 'accepts: () => true || isPrivateAllowed || isPublicAddress',
    tests: ['test/webhooks/webhooks.test.ts'],
  },
  {
    rule: 'a message to Discord contains no mentions and no links',
    from: '/[\\\\*_~`|>#[\\]()<@-]/g',
    to: '/[\\\\*_~`|>#()<@-]/g',
    tests: ['test/webhooks/webhooks.test.ts'],
    named: 'Discord',
  },
]
