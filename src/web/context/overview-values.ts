// The values of the texts of the overview of administration and of its figures.
import { date, short } from '../../texts/say.ts'

const count = (number: number) => ({ count: number })
const waiting = (number: number) => ({ waiting: number })

export const overview = {
  attention: {
    mail: waiting,
    webhooks: waiting,
    webhook_off: (host: string) => ({ host }),
    visitors: (neighbour: string) => ({ neighbour }),
    provider_sync: (provider: string) => ({ provider }),
    audit: waiting,
  },
  newer: (version: string, own: string) => ({ version, own }),
  number: count,
  bars: (label: string, number: number) => ({ label, count: number }),
  hour: (when: number, number: number) => ({ at: short(when), count: number }),
}

export const figures = {
  nowMore: count,
  before: count,
  chart: (label: string, period: string, sum: number, most: number) => ({ label, period, sum, most }),
  part: (when: string, number: number) => ({ at: when, count: number }),
  day: (when: number) => ({ at: date(when) }),
  joinsAt: (server: string) => ({ server }),
  busiest: (weekday: string, hour: number, most: string) => ({ weekday, hour: String(hour), most }),
}
