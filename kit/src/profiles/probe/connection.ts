import type { Check } from '../../check.ts'
import { isThisMachine } from '../../http/hosts.ts'
import { Deviation, NotOffered } from '../../outcome.ts'
import { expect } from '../../protocol/answers.ts'
import * as clients from '../../words/clients.ts'
import { injectorSpec, issue, seen } from '../../words/sources.ts'

export const connection: Check[] = [
  {
    id: 'probe.connection.tls',
    title: 'The address uses https.',
    level: 'should',
    breaks: `${clients.players}: everybody on the way reads passwords and tokens`,
    source: injectorSpec('Request and Response Format'),
    async run(trial) {
      const { protocol, hostname } = new URL(trial.world.target.root)
      if (protocol === 'https:') return
      if (await isThisMachine(hostname)) throw new NotOffered("the address is this machine's own")
      throw new Deviation('https:', protocol)
    },
  },
  {
    id: 'probe.connection.unknown-path',
    title: 'An unknown path answers 404, with a body and without a redirect.',
    level: 'should',
    breaks: `${clients.nodeYggdrasil}, ${clients.launcherCore}: an empty error is read as a success`,
    source: seen(clients.nodeYggdrasil),
    async run(trial) {
      const answer = await trial.send('GET', `${trial.world.target.root}/check-${trial.chance.hex(8)}`)
      expect(answer, answer.status === 404 && answer.text !== '', 'status 404 with a body')
    },
  },
  {
    id: 'probe.connection.slash',
    title: 'A slash at the end of an address does not lead to a redirect.',
    level: 'should',
    breaks: `${clients.hmcl}: a redirected POST arrives without its body`,
    source: issue('HMCL-dev/HMCL#2968'),
    async run(trial) {
      const { validate } = trial.world.target.addresses
      if (!validate) throw new NotOffered('the layout has no validate')
      const answer = await trial.send('POST', `${validate}/`, { json: { accessToken: trial.chance.hex(32) } })
      expect(answer, answer.status < 300 || answer.status > 399, 'no redirect')
    },
  },
]
