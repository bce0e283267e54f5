import type { FastifyRequest } from 'fastify'
import type { Device } from '../../model/accounts/credential.ts'

export const deviceOf = ({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): Device => ({
  userAgent: headers['user-agent'],
  address: ip,
})
