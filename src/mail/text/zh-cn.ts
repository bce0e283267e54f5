import { instantIn, pluralIn } from '../../lib/text/intl.ts'
import { mailedDeviceName } from '../../model/device-name.ts'
import type { Link, MailText } from '../template.ts'

const instant = instantIn('zh-CN')
const hours = pluralIn('zh-CN', { other: '小时' })

const signIn = { label: '登录', path: '/sign-in' }
const recover = { label: '设置新密码', path: '/recover' }
const ifNotYou = ['如果不是您本人操作，请立即设置新密码。', recover] as const
const unexpected = '如果这出乎您的意料，请联系管理员。'
const roles = { admin: '管理员', moderator: '版主' }
const textures = { skin: '皮肤', cape: '披风' }
const once = (count: number): string => `链接仅可使用一次，${hours(count)}内有效。`

/** Returns the lines that offer to undo a change; none if `path` is empty. */
const undo = (path: string): readonly (string | Link)[] =>
  path === '' ? [] : ['如果不是您本人操作，请撤销。链接仅可使用一次，一天内有效。', { label: '撤销', path }]

export const zhCn: MailText = {
  greeting: (username) => `${username}，您好：`,
  closing: (server) => `本邮件由 ${server} 自动发送，请勿回复。`,
  register: ({ server, path, hours: count }) => ({
    subject: `确认您在 ${server} 的电子邮箱`,
    parts: [
      `只差一步即可完成 ${server} 的账号注册：请打开此页面并点击“确认”。`,
      { label: '确认电子邮箱', path },
      once(count),
      '如果您没有申请账号，请忽略本邮件，账号不会被创建。',
    ],
  }),
  registered: ({ server }) => ({
    subject: `您在 ${server} 已有账号`,
    parts: [
      `有人（可能是您）尝试用此邮箱在 ${server} 注册账号。该邮箱已属于您的账号，因此没有创建新账号。`,
      signIn,
      '如果忘记了密码，请设置新密码。',
      recover,
      '如果不是您本人操作，请忽略本邮件。',
    ],
  }),
  recover: ({ server, path, hours: count }) => ({
    subject: `设置您在 ${server} 的新密码`,
    parts: [
      '请打开此页面，为您的账号设置新密码。',
      { label: '设置新密码', path },
      once(count),
      '如果您没有提出请求，请忽略本邮件，密码保持不变。',
    ],
  }),
  email: ({ server, path, hours: count }) => ({
    subject: `确认您在 ${server} 的新电子邮箱`,
    parts: [
      `请打开此页面并点击“确认”：此邮箱将成为您在 ${server} 账号的电子邮箱。`,
      { label: '确认新电子邮箱', path },
      once(count),
      '如果您没有提出请求，请忽略本邮件，不会有任何更改。',
    ],
  }),
  notices: {
    password_changed: ({ server }) => ({
      subject: `您在 ${server} 的密码已更改`,
      parts: ['您的账号密码已更改。', ...ifNotYou],
    }),
    password_link_used: ({ server }) => ({
      subject: `您在 ${server} 的密码已更改`,
      parts: ['有人通过管理员创建的链接为您的账号设置了新密码。', ...ifNotYou],
    }),
    factor_link_used: ({ server, path }) => ({
      subject: `您在 ${server} 的两步验证已更换`,
      parts: ['有人通过管理员创建的链接为您的账号更换了身份验证器应用。', ...undo(path), ...ifNotYou],
    }),
    email_changed: ({ server }) => ({
      subject: `您在 ${server} 的电子邮箱已更改`,
      parts: [
        '您的账号已改用另一个邮箱。这是发往旧邮箱的最后一封邮件。',
        '如果不是您本人操作，请立即联系管理员。',
      ],
    }),
    email_set: ({ server }) => ({
      subject: `您在 ${server} 的账号已改用此邮箱`,
      parts: [
        '管理员已将此邮箱设为您账号的电子邮箱。今后有关账号的邮件将发送到这里。',
        '如果您在那里没有账号，可能是有人输错了地址，请忽略本邮件。',
      ],
    }),
    renamed: ({ server }, { from, to }) => ({
      subject: `您在 ${server} 的用户名已更改`,
      parts: [
        `管理员已将您的用户名从 ${from} 改为 ${to}。`,
        '您的密码不变。如果您使用用户名登录，请使用新的用户名。',
      ],
    }),
    role_granted: ({ server }, { role }) => ({
      subject: `您在 ${server} 获得了新的身份`,
      parts: [`您的账号现在是${roles[role]}。`, unexpected],
    }),
    role_removed: ({ server }, { role }) => ({
      subject: `您在 ${server} 的身份已被取消`,
      parts: [`您的账号不再是${roles[role]}。`, unexpected],
    }),
    texture_set: ({ server }, { texture }) => ({
      subject: `您在 ${server} 的${textures[texture]}已更改`,
      parts: [`管理员更改了您账号的${textures[texture]}。`],
    }),
    texture_removed: ({ server }, { texture }) => ({
      subject: `您在 ${server} 的${textures[texture]}已移除`,
      parts: [`管理员移除了您账号的${textures[texture]}。`],
    }),
    signed_out: ({ server }) => ({
      subject: `您在 ${server} 的登录已被注销`,
      parts: ['管理员已将您的账号退出登录。您可以重新登录，密码不变。', signIn],
    }),
    deleted: ({ server }) => ({
      subject: `您在 ${server} 的账号已被删除`,
      parts: ['管理员已删除您的账号。', unexpected],
    }),
    second_factor_enabled: ({ server, path }) => ({
      subject: `${server} 的两步验证已启用`,
      parts: ['从现在起，登录时需要输入验证码。', ...undo(path), ...ifNotYou],
    }),
    second_factor_disabled: ({ server }) => ({
      subject: `${server} 的两步验证已关闭`,
      parts: ['登录时不再需要验证码。', ...ifNotYou],
    }),
    recovery_codes_renewed: ({ server }) => ({
      subject: `${server} 的恢复码已更新`,
      parts: ['您的账号已生成新的恢复码，旧的恢复码不再有效。', ...ifNotYou],
    }),
    recovery_code_used: ({ server }, { left }) => ({
      subject: `${server} 的一个恢复码已被使用`,
      parts: [
        '有人使用您的恢复码登录了您的账号。',
        `剩余恢复码：${left} 个。您可以在账号的“安全”页面获取新的恢复码。`,
        ...ifNotYou,
      ],
    }),
    passkey_added: ({ server, path }, { name }) => ({
      subject: `${server} 已添加通行密钥`,
      parts: [
        `您的账号现在可以使用新的通行密钥登录：${name}。`,
        '如果不是您本人操作，请在账号的“安全”页面将其移除。',
        ...undo(path),
        ...ifNotYou,
      ],
    }),
    passkey_removed: ({ server }, { name }) => ({
      subject: `${server} 已移除通行密钥`,
      parts: [`此通行密钥已无法登录您的账号：${name}。`, ...ifNotYou],
    }),
    suspended: ({ server }, { reason, until }) => ({
      subject: `您在 ${server} 的账号已被停用`,
      parts: [
        until === undefined ? '您的账号已被无限期停用。' : `您的账号已被停用至 ${instant(until)}。`,
        ...(reason === undefined ? [] : [`原因：${reason}`]),
      ],
    }),
    restored: ({ server }) => ({
      subject: `您在 ${server} 的账号已恢复`,
      parts: ['您的账号已恢复使用。', signIn],
    }),
    new_device: ({ server }, { device, address }) => ({
      subject: `${server} 有新的登录`,
      parts: [`有人登录了您的账号：${mailedDeviceName(device, 'zh-CN')}，来自 ${address}。`, ...ifNotYou],
    }),
    players_separated: ({ server }, { others }) => ({
      subject: `您在 ${server} 的角色现在是各自独立的账号`,
      parts: [
        `${server} 已完成迁移，您的每个角色现在都是一个独立的账号。您的电子邮箱属于本账号。`,
        `其他账号请用角色名和原来的密码登录：${others.join('、')}。`,
        '请为每个账号设置各自的电子邮箱：没有电子邮箱就无法找回忘记的密码。',
        signIn,
      ],
    }),
    deletion_requested: ({ server }, { at }) => ({
      subject: `您在 ${server} 的账号将被删除`,
      parts: [
        `您的账号将于 ${instant(at)} 删除。`,
        '如果改变主意，请在此之前登录并点击“保留我的账号”。',
        signIn,
      ],
    }),
    deletion_cancelled: ({ server }) => ({
      subject: `您在 ${server} 的账号已保留`,
      parts: ['您的账号不会被删除。', ...ifNotYou],
    }),
  },
  test: ({ server }) => ({
    subject: `来自 ${server} 的测试邮件`,
    parts: [`${server} 可以向此邮箱发送邮件。`],
  }),
}
