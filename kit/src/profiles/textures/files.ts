import { createHash } from 'node:crypto'
import type { Check } from '../../check.ts'
import type { Answer } from '../../http/exchange.ts'
import { at, isObject, listAt, shown } from '../../json.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { isPng, makePng, sizeOf } from '../../png.ts'
import { expect } from '../../protocol/answers.ts'
import { signIn } from '../../protocol/launcher.ts'
import { isAllowedHost, modelOf, urlOf } from '../../protocol/textures.ts'
import { dressed, takeOff, worn } from '../../protocol/uploads.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, reference } from '../../words/sources.ts'

const needs = ['account'] as const

/** The address of the skin that the account wears, after one was put on where that is possible. */
async function skinUrl(trial: Trial, seed?: number): Promise<string> {
  const file = makePng(64, 64, seed ?? trial.chance.below(1e6))
  const { id } = trial.world.target.addresses.texture
    ? await dressed(trial, { file })
    : await signIn(trial, trial.account())
  const url = urlOf(await worn(trial, id), 'SKIN')
  if (!url) throw new NotOffered('the account wears no skin')
  return url
}

async function skinFile(trial: Trial): Promise<Answer> {
  const answer = await trial.send('GET', await skinUrl(trial))
  expect(
    answer,
    answer.status === 200 && isPng(answer.bytes),
    'status 200 with a PNG',
    `status ${answer.status}, ${answer.bytes.length} bytes`,
  )
  return answer
}

export const files: Check[] = [
  {
    id: 'textures.value.empty',
    title: 'A profile that wears nothing has an empty object "textures", not an array or null.',
    level: 'must',
    breaks: `${clients.authlib}: Gson reads no array there, and the game or a mod crashes`,
    source: issue('unmojang/drasl#78'),
    needs,
    async run(trial) {
      const session = await signIn(trial, trial.account())
      if (trial.world.target.addresses.texture)
        for (const kind of ['skin', 'cape'] as const) await takeOff(trial, session, kind)
      const textures = at(await worn(trial, session.id), 'textures')
      if (textures === undefined) throw new NotOffered('the profile has no textures')
      if (!isObject(textures)) throw new Deviation('an object', shown(textures))
    },
  },
  {
    id: 'textures.url.host',
    title: 'Textures come from hosts that skinDomains allows.',
    level: 'must',
    layouts: ['authlib-injector'],
    breaks: `${clients.injector}: "Textures payload has been tampered with (non-whitelisted domain)"`,
    source: injectorSpec('Texture Domain Whitelist'),
    needs,
    async run(trial) {
      const { hostname } = new URL(await skinUrl(trial))
      const domains = listAt(trial.world.target.metadata, 'skinDomains')
      if (!isAllowedHost(domains, hostname)) throw new Deviation(`one of ${shown(domains)}`, hostname)
    },
  },
  {
    id: 'textures.url.hash',
    title:
      'The last part of a texture address is a hash: another picture has another one, the same picture the same.',
    level: 'must',
    breaks: `${clients.authlib}, which keeps files by that part: players see old skins, or those of others`,
    source: injectorSpec('Texture URL Specification'),
    needs,
    async run(trial) {
      if (!trial.world.target.addresses.texture) throw new NotOffered('the layout has no uploads')
      const last = async (seed: number): Promise<string> =>
        new URL(await skinUrl(trial, seed)).pathname.split('/').at(-1) ?? ''
      const [first, second, again] = [await last(1), await last(2), await last(1)]
      if (!/^[0-9a-f]{16,}(\.png)?$/i.test(first)) throw new Deviation('a hash as the last part', first)
      if (first === second) throw new Deviation('another last part for another picture', first)
      if (first !== again)
        throw new Deviation('the same last part for the same picture', `${first}, then ${again}`)
    },
  },
  {
    id: 'textures.file.type',
    title: 'A texture is a PNG of type image/png.',
    level: 'must',
    breaks: `${clients.authlib}; browsers guess the type of other files, and may run them`,
    source: injectorSpec('Texture URL Specification'),
    needs,
    async run(trial) {
      const answer = await skinFile(trial)
      const type = answer.headers['content-type'] ?? ''
      expect(answer, type.startsWith('image/png'), 'Content-Type: image/png', `Content-Type: ${type}`)
    },
  },
  {
    id: 'textures.file.size',
    title: 'The file of a skin has the size of a skin.',
    level: 'must',
    breaks: `${clients.authlib}: the skin is not shown`,
    source: injectorSpec('Security of User-Uploaded Textures'),
    needs,
    async run(trial) {
      const answer = await skinFile(trial)
      const [width, height] = sizeOf(answer.bytes)
      const isSkin = width % 64 === 0 && width > 0 && (height === width || height * 2 === width)
      expect(answer, isSkin, 'a multiple of 64x64 or 64x32', `${width}x${height}`)
    },
  },
  {
    id: 'textures.file.cors',
    title: 'Pages of other sites may read the file of a skin.',
    level: 'should',
    breaks: 'skin viewers in web pages, which draw on a canvas',
    source: reference('skin-system', 'headers of images'),
    needs,
    async run(trial) {
      const answer = await skinFile(trial)
      const origin = answer.headers['access-control-allow-origin']
      expect(
        answer,
        origin === '*',
        'Access-Control-Allow-Origin: *',
        `Access-Control-Allow-Origin: ${origin ?? 'absent'}`,
      )
    },
  },
  {
    id: 'textures.model.slim',
    title: 'A skin with the model slim has metadata.model slim; one without has not.',
    level: 'must',
    layouts: ['authlib-injector', 'urls'],
    breaks: `${clients.players}: arms are drawn too wide or too thin`,
    source: injectorSpec('PUT Upload Texture'),
    needs,
    async run(trial) {
      const { id } = await dressed(trial, { model: 'slim' })
      const slim = modelOf(await worn(trial, id))
      if (slim !== 'slim') throw new Deviation('metadata.model "slim"', shown(slim))
      await dressed(trial, { model: '' })
      const wide = modelOf(await worn(trial, id))
      if (wide === 'slim') throw new Deviation('a model that is not slim', shown(wide))
    },
  },
  {
    id: 'textures.profile.offline-uuid',
    title: 'A profile is also found by the UUID that servers in offline mode make of its name.',
    level: 'should',
    breaks: 'nobody: servers in offline mode show no skins without it, which the documents do not demand',
    source: issue('elyby/accounts#32, yushijinhun/authlib-injector#256'),
    needs,
    async run(trial) {
      const { name } = await signIn(trial, trial.account())
      const digest = createHash('md5').update(`OfflinePlayer:${name}`).digest()
      digest.writeUInt8(((digest[6] ?? 0) & 0x0f) | 0x30, 6)
      digest.writeUInt8(((digest[8] ?? 0) & 0x3f) | 0x80, 8)
      const answer = await trial.ask('profile', { params: { id: digest.toString('hex') } })
      if (answer.status !== 200) throw new NotOffered('profiles are found by their own UUID alone')
    },
  },
]
