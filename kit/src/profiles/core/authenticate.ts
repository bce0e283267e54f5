import type { Check } from '../../check.ts'
import { at, isObject, listAt, shown, textAt } from '../../json.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import {
  expect,
  expectJson,
  expectNoSuccess,
  expectProfile,
  expectRefusal,
  summary,
} from '../../protocol/answers.ts'
import { authenticate, isGood, signIn } from '../../protocol/launcher.ts'
import { stepMs } from '../../totp.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, reference, seen } from '../../words/sources.ts'
import { agent } from '../../words/vendor.ts'

const section = injectorSpec('Login')
const needs = ['account'] as const

export const signingIn: Check[] = [
  {
    id: 'core.authenticate.answer',
    title: 'authenticate answers accessToken, clientToken, availableProfiles and selectedProfile.',
    level: 'must',
    breaks: `${clients.everybody}: nobody signs in`,
    source: section,
    needs,
    async run(trial) {
      const answer = await authenticate(trial, trial.account())
      expectJson(answer)
      for (const name of ['accessToken', 'clientToken'])
        expect(answer, Boolean(textAt(answer.json, name)), `text "${name}"`)
      expectProfile(answer, at(answer.json, 'selectedProfile'), 'selectedProfile')
      const profiles = listAt(answer.json, 'availableProfiles')
      expect(answer, profiles.length > 0, 'availableProfiles with one profile or more')
      for (const profile of profiles) expectProfile(answer, profile, 'availableProfiles')
      const selected = textAt(answer.json, 'selectedProfile', 'id')
      expect(
        answer,
        profiles.some((profile) => textAt(profile, 'id') === selected),
        'selectedProfile among availableProfiles',
      )
    },
  },
  {
    id: 'core.authenticate.client-token',
    title: 'The clientToken comes back exactly as it was sent.',
    level: 'must',
    breaks: `${clients.authlib} and ${clients.nodeYggdrasil} compare it, and refuse another`,
    source: section,
    needs,
    async run(trial) {
      const clientToken = `Check ${trial.chance.hex(8)} é 你好 "\\`
      const answer = await authenticate(trial, trial.account(), { clientToken })
      expect(
        answer,
        textAt(answer.json, 'clientToken') === clientToken,
        `the clientToken ${JSON.stringify(clientToken)}`,
      )
    },
  },
  {
    id: 'core.authenticate.no-client-token',
    title: 'Without a clientToken in the request the server generates one.',
    level: 'must',
    layouts: ['authlib-injector', 'vendor'],
    breaks: `${clients.emlLib} and ${clients.npmAuth}, which send none`,
    source: section,
    needs,
    async run(trial) {
      const answer = await authenticate(trial, trial.account(), { clientToken: undefined })
      expectJson(answer)
      expect(answer, Boolean(textAt(answer.json, 'clientToken')), 'a clientToken')
    },
  },
  {
    id: 'core.authenticate.user',
    title: 'With requestUser the answer has user, with id and properties.',
    level: 'must',
    breaks: `${clients.launcherCore}: an uncaught TypeError`,
    source: injectorSpec('Serialization of User Information'),
    needs,
    async run(trial) {
      const { answer } = await signIn(trial, trial.account(), { requestUser: true })
      expect(answer, isObject(at(answer.json, 'user')), 'an object "user"')
      expect(answer, Boolean(textAt(answer.json, 'user', 'id')), 'user.id')
      expect(answer, Array.isArray(at(answer.json, 'user', 'properties')), 'an array user.properties')
    },
  },
  {
    id: 'core.authenticate.no-user',
    title: 'Without requestUser the answer has no user.',
    level: 'should',
    breaks: `${clients.players}: launchers are told what they did not ask for`,
    source: section,
    needs,
    async run(trial) {
      const { answer } = await signIn(trial, trial.account())
      expect(answer, at(answer.json, 'user') === undefined, 'no "user"')
    },
  },
  {
    id: 'core.authenticate.no-agent',
    title: 'The member agent may be missing, and unknown members are ignored.',
    level: 'should',
    breaks: 'launchers that leave it out, or send more',
    source: reference('conventions', 'P7'),
    needs,
    async run(trial) {
      const answer = await authenticate(trial, trial.account(), { agent: undefined, check: [agent] })
      expectJson(answer)
    },
  },
  {
    id: 'core.authenticate.charset',
    title: 'A charset in the Content-Type is accepted.',
    level: 'must',
    breaks: `${clients.authlib} and ${clients.xmcl}, which send application/json; charset=utf-8`,
    source: seen(clients.authlib),
    needs,
    async run(trial) {
      const headers = { 'content-type': 'application/json; charset=utf-8' }
      expectJson(await authenticate(trial, trial.account(), {}, { headers }))
    },
  },
  {
    id: 'core.authenticate.wrong-password',
    title: 'A wrong password is refused, also one that is nearly right, and an empty one.',
    level: 'must',
    breaks: `${clients.players}: anybody signs in as them`,
    source: section,
    needs,
    async run(trial) {
      const { password: right, ...account } = trial.account()
      for (const password of [trial.chance.hex(20), `${right}x`, right.slice(0, -1), ''])
        expectNoSuccess(await authenticate(trial, { ...account, password }), 'a refusal')
    },
  },
  {
    id: 'core.authenticate.password-case',
    title: 'Passwords are case-sensitive.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players}: a password is guessed sooner`,
    source: reference('yggdrasil', 'signing in'),
    needs,
    async run(trial) {
      const { login, password } = trial.account()
      const other = password.replace(/\p{L}/gu, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      )
      if (other === password) throw new NotOffered('the password has no letters')
      expectNoSuccess(await authenticate(trial, { login, password: other }), 'a refusal')
    },
  },
  {
    id: 'core.authenticate.same-refusal',
    title: 'An unknown login and a wrong password get the same answer.',
    level: 'should',
    breaks: `${clients.players}: strangers find out who has an account`,
    source: reference('yggdrasil', 'L2'),
    needs,
    async run(trial) {
      const wrong = await authenticate(trial, { ...trial.account(), password: trial.chance.hex(20) })
      const unknown = await authenticate(trial, {
        login: trial.chance.name(),
        password: trial.chance.hex(20),
      })
      const isSame = wrong.status === unknown.status && wrong.text === unknown.text
      expect(unknown, isSame, `as for a wrong password: ${summary(wrong)}`)
    },
  },
  {
    id: 'core.authenticate.login-case',
    title: 'Logins are case-insensitive.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'players whose phone capitalises the first letter',
    source: issue('bs-community/blessing-skin-plugins#212'),
    needs,
    async run(trial) {
      const { login, password } = trial.account()
      expectJson(await authenticate(trial, { login: login.toUpperCase(), password }))
    },
  },
  {
    id: 'core.authenticate.by-name',
    title: 'Where the metadata says so, the name of the profile is a login.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.geyser}, and launchers that ask for a name because the metadata says so`,
    source: injectorSpec('Login with Profile Name'),
    needs,
    async run(trial) {
      if (at(trial.world.target.metadata, 'meta', 'feature.non_email_login') !== true)
        throw new NotOffered('feature.non_email_login is not set')
      const { name, id } = await signIn(trial, trial.account())
      const answer = await authenticate(trial, { ...trial.account(), login: name })
      expectJson(answer)
      expect(answer, textAt(answer.json, 'selectedProfile', 'id') === id, `selectedProfile ${id}`)
    },
  },
  {
    id: 'core.authenticate.token-text',
    title: 'An access token has no spaces, colons or quotes.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.oldGames}, which are given token:ACCESS_TOKEN:UUID, and launchers that write it into a command line`,
    source: reference('legacy', 'S7'),
    needs,
    async run(trial) {
      const { accessToken } = await signIn(trial, trial.account())
      if (!/^[\w.~+/=-]+$/.test(accessToken))
        throw new Deviation(
          'letters, digits and . _ ~ + / = -',
          shown(accessToken.replace(/[\w.~+/=-]+/g, '…')),
        )
    },
  },
  {
    id: 'core.authenticate.others-alive',
    title: 'Signing in again leaves the token of another launcher good.',
    level: 'should',
    mustIn: ['native'],
    breaks: 'players with two computers: each ends the session of the other',
    source: `${injectorSpec('Token')}: a user can have several tokens`,
    needs,
    async run(trial) {
      const first = await signIn(trial, trial.account())
      const second = await signIn(trial, trial.account())
      expect(second.answer, second.accessToken !== first.accessToken, 'another accessToken', 'the same one')
      if (!(await isGood(trial, first)))
        throw new Deviation('the first token still good', 'validate refuses it')
    },
  },
  {
    id: 'core.second-factor.demanded',
    title:
      'With a second factor the password alone is refused; password:code signs in once, and a wrong code does not.',
    level: 'should',
    mustIn: ['native'],
    breaks: `${clients.players} with a second factor: launchers have one field`,
    source: reference('yggdrasil', 'L3'),
    needs: ['second factor'],
    async run(trial) {
      const { account, code } = trial.secondFactor()
      expectRefusal(await authenticate(trial, account))
      const wrong = String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')
      expectRefusal(await authenticate(trial, { ...account, password: `${account.password}:${wrong}` }))
      const withCode = (one: string) => ({ ...account, password: `${account.password}:${one}` })
      const first = await authenticate(trial, withCode(code))
      let used = code
      if (first.status !== 200) {
        // Another run may have used it up a moment ago.
        await trial.world.sleep(stepMs)
        used = trial.secondFactor().code
        expectJson(await authenticate(trial, withCode(used)))
      }
      // A code is good once (RFC 6238, section 5.2).
      expectRefusal(await authenticate(trial, withCode(used)))
    },
  },
]
