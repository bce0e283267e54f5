import type { account as original } from '../en/account.ts'

export const account: typeof original = {
  heading: '账号',
  signedInAs: (name) => `您已登录为 ${name}。`,
  menu: {
    username: { heading: '用户名', about: '其他人在游戏中看到的名字。' },
    email: { heading: '电子邮箱', about: '忘记密码时，我们会写信到这里。' },
    password: { heading: '密码', about: '用于在此处和启动器中登录。' },
    language: { heading: '语言', about: '页面和邮件使用的语言。' },
    skin: { heading: '皮肤与披风', about: '您在游戏中的样子。' },
    security: { heading: '安全', about: '身份验证器、恢复码和通行密钥。' },
    devices: { heading: '设备', about: '查看在哪里登录，并可结束登录。' },
    applications: { heading: '应用', about: '您允许其他应用做的事。' },
    export: { heading: '导出我的数据', about: '以文件形式下载关于您的全部数据。' },
    delete: { heading: '删除账号', about: '几天之内仍可改变主意。' },
  },
}
