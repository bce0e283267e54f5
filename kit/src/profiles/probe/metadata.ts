import type { Check } from '../../check.ts'
import { at, isObject, listAt, shown, textAt } from '../../json.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { expect, expectJson } from '../../protocol/answers.ts'
import { rsaKey } from '../../protocol/textures.ts'
import type { Trial } from '../../trial.ts'
import * as clients from '../../words/clients.ts'
import { injectorKeys, injectorSpec, issue, seen } from '../../words/sources.ts'

const layouts = ['authlib-injector'] as const
const section = injectorSpec('API Metadata Retrieval')

async function metadataOf(trial: Trial): Promise<unknown> {
  const answer = await trial.ask('metadata')
  expectJson(answer)
  return answer.json
}

export const metadata: Check[] = [
  {
    id: 'probe.root.named',
    title: 'The address that players type names the root in X-Authlib-Injector-API-Location, or is the root.',
    level: 'should',
    layouts,
    breaks: `${clients.hmcl}, ${clients.pcl} and others, in which a player types the address of the site`,
    source: injectorSpec('API Location Indication (ALI)'),
    async run(trial) {
      const { url, metadata: found } = trial.world.target
      const answer = await trial.send('GET', url)
      expect(answer, found !== undefined, 'a header that leads to metadata, or metadata')
    },
  },
  {
    id: 'probe.root.leads',
    title: 'Where a header names the root, the metadata is there.',
    level: 'must',
    layouts,
    breaks: `${clients.hmcl}, ${clients.pcl} and every launcher that reads the header: the server cannot be added`,
    source: injectorSpec('API Location Indication (ALI)'),
    async run(trial) {
      const { named } = trial.world.target
      if (!named) throw new NotOffered('no header names the root')
      const answer = await trial.send('GET', named)
      expectJson(answer)
      expect(
        answer,
        isObject(at(answer.json, 'meta')) || textAt(answer.json, 'signaturePublickey') !== undefined,
        'metadata',
      )
    },
  },
  {
    id: 'probe.root.reached',
    title: 'The root that the header names can be joined with paths, also where it ends in a slash.',
    level: 'should',
    layouts,
    breaks: `${clients.sjmcl}, which appends /authserver/… to the text of the header`,
    source: seen(clients.sjmcl),
    async run(trial) {
      const { named } = trial.world.target
      if (!named) throw new NotOffered('no header names the root')
      const answer = await trial.send('POST', `${named}/authserver/validate`, {
        json: { accessToken: trial.chance.hex(32) },
      })
      expect(
        answer,
        answer.status !== 404 && (answer.status < 300 || answer.status > 399),
        'the answer of validate',
      )
    },
  },
  {
    id: 'probe.metadata.form',
    title: 'The root answers metadata: meta, skinDomains and signaturePublickey.',
    level: 'must',
    layouts,
    breaks: `${clients.injector}: the game does not start`,
    source: section,
    async run(trial) {
      const answer = await trial.ask('metadata')
      expectJson(answer)
      expect(answer, isObject(at(answer.json, 'meta')), 'an object "meta"')
      expect(answer, Array.isArray(at(answer.json, 'skinDomains')), 'an array "skinDomains"')
      expect(answer, textAt(answer.json, 'signaturePublickey') !== undefined, 'text "signaturePublickey"')
    },
  },
  {
    id: 'probe.metadata.redirect',
    title: 'The root answers with and without a slash at its end, and does not redirect.',
    level: 'should',
    layouts,
    breaks: `${clients.hmcl}, which does not follow redirects there`,
    source: issue('HMCL-dev/HMCL#2968'),
    async run(trial) {
      const root = trial.world.target.root
      for (const url of [root, `${root}/`]) {
        const answer = await trial.send('GET', url)
        expect(answer, answer.status === 200, 'status 200')
      }
    },
  },
  {
    id: 'probe.metadata.key',
    title: 'signaturePublickey is the PEM of an RSA key, between "BEGIN PUBLIC KEY" and "END PUBLIC KEY".',
    level: 'must',
    layouts,
    breaks: `${clients.injector}: the game does not start, or shows no skins`,
    source: section,
    async run(trial) {
      const pem = textAt(await metadataOf(trial), 'signaturePublickey') ?? ''
      const isPem = /^-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\r\n]+-----END PUBLIC KEY-----\s*$/.test(pem)
      if (!isPem || !rsaKey(pem))
        throw new Deviation('the PEM of an RSA key (SubjectPublicKeyInfo)', shown(pem))
    },
  },
  {
    id: 'probe.metadata.key-size',
    title: 'The key that signs textures has 2048 bits or more.',
    level: 'should',
    layouts,
    breaks: `${clients.players}: shorter keys can be broken, and then anybody signs textures`,
    source: `${injectorKeys}: 4096 bits are recommended`,
    async run(trial) {
      const key = rsaKey(textAt(await metadataOf(trial), 'signaturePublickey') ?? '')
      if (!key) throw new NotOffered('the metadata has no RSA key')
      const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
      if (bits < 2048) throw new Deviation('2048 bits or more', `${bits} bits`)
    },
  },
  {
    id: 'probe.metadata.skin-domains',
    title:
      'skinDomains has host names, with a dot in front for all hosts below one: no scheme, port or path.',
    level: 'must',
    layouts,
    breaks: `${clients.injector}: "Textures payload has been tampered with (non-whitelisted domain)"`,
    source: injectorSpec('Texture Domain Whitelist'),
    async run(trial) {
      const domains = listAt(await metadataOf(trial), 'skinDomains')
      const wrong = domains.filter(
        (domain) => typeof domain !== 'string' || !/^\.?[^\s.:/*][^\s:/*]*$/.test(domain),
      )
      if (wrong.length > 0) throw new Deviation('host names, or names that begin with a dot', shown(wrong))
    },
  },
  {
    id: 'probe.metadata.links',
    title: 'The links in the metadata are addresses that a browser can open.',
    level: 'should',
    layouts,
    breaks: 'launchers that show "home page" and "register"',
    source: injectorSpec('Server URLs'),
    async run(trial) {
      const links = at(await metadataOf(trial), 'meta', 'links')
      if (links === undefined) throw new NotOffered('the metadata has no links')
      const wrong = Object.values(isObject(links) ? links : { links }).filter(
        (link) => typeof link !== 'string' || !/^https?:\/\/[^/]/.test(link),
      )
      if (wrong.length > 0) throw new Deviation('addresses that begin with https: or http:', shown(wrong))
    },
  },
  {
    id: 'probe.metadata.flags',
    title: 'The flags feature.… in the metadata are true or false; the one for OpenID is an address.',
    level: 'should',
    layouts,
    breaks: 'launchers that are strict about types, and then ignore the metadata',
    source: injectorSpec('Feature Options'),
    async run(trial) {
      const meta = at(await metadataOf(trial), 'meta')
      const flags = Object.entries(isObject(meta) ? meta : {}).filter(([name]) => name.startsWith('feature.'))
      const wrong = flags.filter(([name, value]) =>
        name.endsWith('_url')
          ? typeof value !== 'string' || !URL.canParse(value)
          : typeof value !== 'boolean',
      )
      if (wrong.length > 0) throw new Deviation('booleans, and addresses', shown(Object.fromEntries(wrong)))
    },
  },
  {
    id: 'probe.metadata.implementation',
    title: 'The metadata says which implementation answers, and its version.',
    level: 'should',
    layouts,
    breaks: 'reports of errors, which do not say what was used',
    source: injectorSpec('Server Basic Information'),
    async run(trial) {
      const json = await metadataOf(trial)
      for (const name of ['implementationName', 'implementationVersion'])
        if (!textAt(json, 'meta', name)) throw new Deviation(`meta.${name}`, shown(at(json, 'meta', name)))
    },
  },
  {
    id: 'probe.metadata.head',
    title: 'HEAD at the root has the status of GET, without a body.',
    level: 'should',
    layouts,
    breaks: 'launchers that look for the header with HEAD',
    source: 'RFC 9110, section 9.3.2',
    async run(trial) {
      const answer = await trial.ask('metadata', { method: 'HEAD' })
      expect(answer, answer.status === 200 && answer.text === '', 'status 200 without a body')
    },
  },
]
