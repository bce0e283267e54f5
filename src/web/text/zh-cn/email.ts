import type { email as original } from '../en/email.ts'

export const email: typeof original = {
  about: '我们会向新地址发送链接。打开链接并点击“确认”后，邮箱才会更改。',
  submit: '更改邮箱',
  problems: {
    malformed: '请输入形如 name@example.org 的邮箱地址。',
    same: '这就是您现在的邮箱。',
  },
  confirm: {
    heading: '确认电子邮箱',
    explanation: (address) => `之后我们会写信到 ${address}。`,
    submit: '确认',
    dead: '此链接已被使用或已过期。请重新获取。',
    again: '获取新的链接',
  },
  flash: {
    sent: '我们已向您发送邮件。请打开其中的链接。',
    changed: '邮箱已更改。',
  },
}
