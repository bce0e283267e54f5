import type { apiTokens as original } from '../en/api-tokens.ts'

export const apiTokens: typeof original = {
  about: '脚本和机器人使用令牌访问 API。令牌能做管理员能做的一切，审计日志会记下它的名称。',
  reference: 'API 提供的功能',
  name: '名称',
  nameHint: '令牌的用途。',
  access: '权限',
  isReadOnly: '可以读取一切，但不能更改',
  reads: '只读',
  changes: '全部',
  created: '创建时间',
  by: '创建者',
  lastUsed: '最近使用',
  expires: '到期',
  create: '创建令牌',
  newOne: '新的 API 令牌',
  secret: 'API 令牌',
  secretOnce: '请现在保存：它不会再次显示。',
  nameWrong: '未创建：名称须为单行的 1 到 64 个字符。',
  revoke: (name) => `撤销：${name}`,
  revokeAll: (name) => `连同由它创建的令牌一起撤销：${name}`,
  said: {
    created: 'API 令牌已创建。',
    revoked: '该 API 令牌已失效。',
    allRevoked: '该 API 令牌及由它创建的所有令牌均已失效。',
    gone: '该 API 令牌已不存在。',
  },
}
