import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, isObject, shown } from '../../json.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { claimedPng, isPng, makePng } from '../../png.ts'
import { expect, expectRefusal } from '../../protocol/answers.ts'
import { badTokens } from '../../protocol/authorization.ts'
import { signIn } from '../../protocol/launcher.ts'
import { urlOf } from '../../protocol/textures.ts'
import { dressed, takeOff, upload, uploadable, worn } from '../../protocol/uploads.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue } from '../../words/sources.ts'

const needs = ['account'] as const
const layouts = ['authlib-injector', 'urls'] as const
const section = injectorSpec('Texture Upload')
const security = injectorSpec('Security of User-Uploaded Textures')

const textures = async (trial: Trial, id: string): Promise<string> =>
  shown(at(await worn(trial, id), 'textures'))

/** Nothing was put on. What a refusal should look like is a rule of its own. */
const expectNotTaken = (answer: Answer): void => expect(answer, answer.status >= 400, 'a refusal')

/** A file that is refused, and changes nothing. */
async function expectRefused(trial: Trial, file: Buffer): Promise<void> {
  const session = await dressed(trial)
  const before = await textures(trial, session.id)
  const answer = await upload(trial, { ...session, file })
  expectNotTaken(answer)
  const after = await textures(trial, session.id)
  if (after !== before) throw new Deviation('the skin of before', after, answer)
}

/** Another kind of picture, the beginning of a PNG, and nothing at all. */
const notPictures = [
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'),
  makePng(64, 64, 1).subarray(0, 8),
  Buffer.alloc(0),
]

export const uploads: Check[] = [
  {
    id: 'textures.upload.skin',
    title: 'A launcher puts a skin on with PUT, and the profile shows it.',
    level: 'must',
    layouts,
    breaks: `${clients.hmcl}, ${clients.xmcl}: "upload skin" does nothing`,
    source: section,
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      const before = urlOf(await worn(trial, session.id), 'SKIN')
      const answer = await upload(trial, { ...session, model: '' })
      if (answer.status === 403 || answer.status === 401)
        throw new NotOffered(`launchers may not upload here: status ${answer.status}`)
      expect(answer, answer.status === 204 || answer.status === 200, 'status 204')
      const after = urlOf(await worn(trial, session.id), 'SKIN')
      if (!after || after === before)
        throw new Deviation('the profile with the skin', await textures(trial, session.id))
    },
  },
  {
    id: 'textures.upload.cape',
    title: 'A launcher puts a cape on, and the profile shows it.',
    level: 'must',
    layouts,
    breaks: `${clients.xmcl}: "upload cape" does nothing`,
    source: section,
    needs,
    async run(trial) {
      const cape = () => dressed(trial, { kind: 'cape', file: makePng(64, 32, trial.chance.below(1e6)) })
      const seen: unknown[] = []
      for (let time = 0; time < 2; time++) seen.push(urlOf(await worn(trial, (await cape()).id), 'CAPE'))
      if (!seen[0] || !seen[1] || seen[0] === seen[1])
        throw new Deviation('the profile with each of two capes', shown(seen))
    },
  },
  {
    id: 'textures.upload.take-off',
    title: 'DELETE takes a texture off, also where none is worn.',
    level: 'must',
    layouts,
    breaks: 'launchers with "remove skin"',
    source: injectorSpec('DELETE Clear Texture'),
    needs,
    async run(trial) {
      const session = await dressed(trial)
      const before = urlOf(await worn(trial, session.id), 'SKIN')
      for (let time = 0; time < 2; time++) {
        const answer = await takeOff(trial, session, 'skin')
        expect(answer, answer.status === 204 || answer.status === 200, 'status 204')
      }
      const after = urlOf(await worn(trial, session.id), 'SKIN')
      if (after === before) throw new Deviation('no skin, or a default one', String(after))
    },
  },
  {
    id: 'textures.upload.said',
    title: 'A profile says in uploadableTextures what launchers may upload.',
    level: 'should',
    layouts,
    breaks: `${clients.hmcl}, ${clients.xmcl}, which offer no upload without it`,
    source: injectorSpec('`uploadableTextures` Uploadable Texture Types'),
    needs,
    async run(trial) {
      const { id } = await dressed(trial)
      const kinds = await uploadable(trial, id)
      if (!kinds?.includes('skin'))
        throw new Deviation('a property uploadableTextures with "skin"', shown(kinds))
    },
  },
  {
    id: 'textures.upload.no-token',
    title:
      'Without a token, and with one that does not exist or has ended, an upload is refused and changes nothing.',
    level: 'must',
    layouts,
    breaks: `${clients.players}: anybody changes their skin`,
    source: section,
    needs,
    async run(trial) {
      const { id } = await dressed(trial)
      const before = await textures(trial, id)
      for (const accessToken of [undefined, ...(await badTokens(trial))])
        expectNotTaken(await upload(trial, { accessToken, id }))
      const after = await textures(trial, id)
      if (after !== before) throw new Deviation('the skin of before', after)
    },
  },
  {
    id: 'textures.upload.no-token-status',
    title: 'Without a token an upload is status 401.',
    level: 'should',
    mustIn: ['authlib-injector'],
    layouts,
    breaks: 'launchers, which sign in again at 401 and give up at others',
    source: section,
    needs,
    async run(trial) {
      const { id } = await dressed(trial)
      const answer = await upload(trial, { accessToken: undefined, id })
      expect(answer, answer.status === 401, 'status 401')
    },
  },
  {
    id: 'textures.upload.other-profile',
    title: "One account's token does not change what another account wears.",
    level: 'must',
    layouts,
    breaks: `${clients.players}: anybody with an account changes their skin`,
    source: issue('bs-community/blessing-skin-plugins#247'),
    needs: ['two accounts'],
    async run(trial) {
      const own = await dressed(trial)
      const other = await signIn(trial, trial.other())
      const before = await textures(trial, other.id)
      const foreign = { accessToken: own.accessToken, id: other.id }
      for (const kind of ['skin', 'cape'] as const) {
        const put = await upload(trial, { ...foreign, kind, file: makePng(64, kind === 'skin' ? 64 : 32, 1) })
        expectNotTaken(put)
        expectNotTaken(await takeOff(trial, foreign, kind))
        const after = await textures(trial, other.id)
        if (after !== before) throw new Deviation('what the other account wore', after, put)
      }
    },
  },
  {
    id: 'textures.upload.own-only',
    title: 'What one account puts on, another does not wear.',
    level: 'must',
    layouts,
    breaks: `${clients.players}: everybody wears the newest skin`,
    source: section,
    needs: ['two accounts'],
    async run(trial) {
      const other = await signIn(trial, trial.other())
      const before = await textures(trial, other.id)
      const own = await dressed(trial)
      const after = await textures(trial, other.id)
      if (after !== before) throw new Deviation('what the other account wore', after)
      const worn = await textures(trial, own.id)
      if (worn === after) throw new Deviation('the skin on the account that put it on', worn)
    },
  },
  {
    id: 'textures.upload.not-png',
    title: 'A file that is not a PNG is refused.',
    level: 'must',
    layouts,
    breaks: `${clients.players}: the server hands out any file as a skin`,
    source: security,
    needs,
    async run(trial) {
      for (const file of notPictures) await expectRefused(trial, file)
    },
  },
  {
    id: 'textures.upload.wrong-size',
    title: 'A picture that does not have the size of a skin is refused.',
    level: 'must',
    layouts,
    breaks: `${clients.authlib}: the skin is not shown`,
    source: security,
    needs,
    async run(trial) {
      for (const [width, height] of [
        [50, 70],
        [63, 64],
        [64, 48],
        [32, 64],
      ] as const)
        await expectRefused(trial, makePng(width, height, 1))
    },
  },
  {
    id: 'textures.upload.bomb',
    title: 'A small file that says it is 32000x32000 pixels, or very high, is refused.',
    level: 'must',
    layouts,
    breaks: `${clients.players}: one upload takes all memory of the server, or of their games`,
    source: issue('yushijinhun/authlib-injector#10'),
    needs,
    async run(trial) {
      for (const height of [32_000, 32_000_000]) await expectRefused(trial, claimedPng(32_000, height))
    },
  },
  {
    id: 'textures.upload.refusal',
    title: 'A refused upload answers a status from 400 to 499, and a body that says why.',
    level: 'should',
    layouts,
    breaks: `${clients.players}, who are told "the server is broken" instead of what to change`,
    source: injectorSpec('Error Message Format'),
    needs,
    async run(trial) {
      const session = await dressed(trial)
      for (const file of [Buffer.from('not a picture'), makePng(50, 70, 1)]) {
        const answer = await upload(trial, { ...session, file })
        // That it is taken is another check's failure.
        if (answer.status >= 400) expectRefusal(answer)
      }
    },
  },
  {
    id: 'textures.upload.only-pixels',
    title: 'Data that was appended to an uploaded picture is not served.',
    level: 'must',
    layouts,
    breaks: `${clients.players}: code hidden in a skin reaches their machines`,
    source: `${injectorSpec('Security of User-Uploaded Textures')}; ${issue('yushijinhun/authlib-injector#10')}`,
    needs,
    async run(trial) {
      const hidden = `check-${trial.chance.hex(16)}`
      const session = await signIn(trial, trial.account())
      const answer = await upload(trial, {
        ...session,
        file: makePng(64, 64, trial.chance.below(1e6), Buffer.from(hidden)),
      })
      if (answer.status >= 400) return
      const payload = await worn(trial, session.id)
      const url = urlOf(payload, 'SKIN')
      if (!isObject(payload) || !url) throw new NotOffered('the profile shows no skin')
      const file = await trial.send('GET', url)
      expect(
        file,
        isPng(file.bytes) && !file.bytes.includes(hidden),
        'a PNG without what stood behind it',
        `${file.bytes.length} bytes with it`,
      )
    },
  },
]
