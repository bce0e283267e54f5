import { pluralIn } from '../../../lib/text/intl.ts'
import type { register as original } from '../en/register.ts'

const minutes = pluralIn('zh-CN', { other: '分钟' })
const characters = pluralIn('zh-CN', { other: '个字符' })

export const register: typeof original = {
  heading: '注册账号',
  username: '用户名',
  usernameRule: '3 到 16 个英文字母、数字或下划线。其他人在游戏中会看到它。',
  usernameHint: '其他人在游戏中看到的名字。',
  email: '电子邮箱',
  emailHint: '忘记密码时我们会写信到这里。其他玩家看不到它。',
  password: '密码',
  passwordHint: (minLength) => `至少 ${characters(minLength)}。一句话更容易记住。`,
  invite: '邀请码',
  submit: '注册账号',
  hasAccount: '已有账号？',
  closed: { heading: '注册已关闭', advice: '请向管理员申请账号。' },
  problem: '账号尚未创建。请修正下面的内容后重试。',
  usernameProblems: {
    malformed: '请使用 3 到 16 个英文字母、数字或下划线。',
    unlike: '这里不允许使用此用户名。请换一个。',
    reserved: '此用户名或与其相似的用户名已被保留。请换一个。',
    taken: '此用户名已被使用。请换一个。',
    vendor: '此用户名属于游戏官方服务的一名玩家。请换一个。',
  },
  emailProblems: {
    malformed: '请填写形如 name@example.org 的邮箱地址。',
    taken: '此邮箱已有账号。请登录，或换一个邮箱。',
  },
  passwordProblems: {
    short: (minLength) => `请至少使用 ${characters(minLength)}。`,
    long: '请使用较短的密码。',
    common: '使用此密码的人太多，它会最先被猜到。请换一个。',
    own: '请不要用自己的用户名或邮箱作为密码。',
  },
  inviteInvalid: '此邀请码无效、已用完或已过期。请索取新的邀请码。',
  tooMany: (waitMinutes) => `来自您所在网络的注册或邮件请求过多。请在 ${minutes(waitMinutes)}后重试。`,
  overloaded: '当前负载过高。请稍后重试。',
  vendorUnavailable: '账号尚未创建：暂时无法确认此用户名是否可用。请稍后重试。',
  sent: {
    heading: '请查收邮件',
    explanation: '我们已向您发送邮件。请打开其中的链接。',
    sentTo: (email) => `我们已向 ${email} 发送邮件。请打开其中的链接。`,
    submit: '重新发送',
    otherAddress: '使用其他邮箱',
    nothing: '没有收到？请查看垃圾邮件文件夹，并检查邮箱地址。我们每小时最多向同一地址发送三封邮件。',
  },
  confirm: {
    passwordHint: '您注册时设置的密码：这是另一个浏览器。',
    wrongPassword: '这不是注册时设置的密码。如果您注册过多次，请尝试另一封邮件中的链接。',
    heading: '确认电子邮箱',
    explanation: (username) => `只差一步，${username} 就是您的账号了。`,
    submit: '确认',
    dead: '此链接已被使用或已过期。请重新注册，或直接登录。',
    usernameTaken: '此用户名在此期间已被他人使用。请换一个用户名重新注册。',
    emailTaken: '此邮箱已有账号。请登录，或设置新密码。',
    again: '注册账号',
  },
  flash: {
    sentAgain: '邮件已重新发送。之前收到的链接同样有效。',
    confirmed: '您的账号已就绪。请登录。',
    created: '您的账号已就绪。',
  },
}
