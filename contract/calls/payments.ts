// Written by `npm run calls` from the operations of contract/. Do not edit by hand.
import type { Call } from '../heads.ts'
import { change, read } from '../sent.ts'
import type * as paymentsClosings from '../payments/closings.ts'
import type * as paymentsExceptions from '../payments/exceptions.ts'
import type * as paymentsGiveBack from '../payments/give-back.ts'
import type * as paymentsOffline from '../payments/offline.ts'
import type * as paymentsPayments from '../payments/payments.ts'

export const ClosingPreview: Call<typeof paymentsClosings.ClosingPreview> = /* @__PURE__ */ read('ClosingPreview', 'staff')
export const ClosingShow: Call<typeof paymentsClosings.ClosingShow> = /* @__PURE__ */ read('ClosingShow', 'staff')
export const ClosingWrite: Call<typeof paymentsClosings.ClosingWrite> = /* @__PURE__ */ change('ClosingWrite', 'staff')
export const ClosingsList: Call<typeof paymentsClosings.ClosingsList> = /* @__PURE__ */ read('ClosingsList', 'staff')
export const FinanceToday: Call<typeof paymentsClosings.FinanceToday> = /* @__PURE__ */ read('FinanceToday', 'staff')
export const LedgerList: Call<typeof paymentsClosings.LedgerList> = /* @__PURE__ */ read('LedgerList', 'staff')
export const BankAsk: Call<typeof paymentsExceptions.BankAsk> = /* @__PURE__ */ change('BankAsk', 'staff', { priority: 'paying' })
export const ExceptionResolve: Call<typeof paymentsExceptions.ExceptionResolve> = /* @__PURE__ */ change('ExceptionResolve', 'staff', { priority: 'paying' })
export const ExceptionShow: Call<typeof paymentsExceptions.ExceptionShow> = /* @__PURE__ */ read('ExceptionShow', 'staff')
export const ExceptionsList: Call<typeof paymentsExceptions.ExceptionsList> = /* @__PURE__ */ read('ExceptionsList', 'staff')
export const PayoutConfirm: Call<typeof paymentsGiveBack.PayoutConfirm> = /* @__PURE__ */ change('PayoutConfirm', 'staff')
export const PayoutRecord: Call<typeof paymentsGiveBack.PayoutRecord> = /* @__PURE__ */ change('PayoutRecord', 'staff')
export const PayoutReject: Call<typeof paymentsGiveBack.PayoutReject> = /* @__PURE__ */ change('PayoutReject', 'staff')
export const RefundApprove: Call<typeof paymentsGiveBack.RefundApprove> = /* @__PURE__ */ change('RefundApprove', 'staff', { priority: 'paying' })
export const RefundGive: Call<typeof paymentsGiveBack.RefundGive> = /* @__PURE__ */ change('RefundGive', 'staff', { priority: 'paying' })
export const RefundPropose: Call<typeof paymentsGiveBack.RefundPropose> = /* @__PURE__ */ change('RefundPropose', 'staff', { priority: 'paying' })
export const RefundReject: Call<typeof paymentsGiveBack.RefundReject> = /* @__PURE__ */ change('RefundReject', 'staff')
export const RefundsList: Call<typeof paymentsGiveBack.RefundsList> = /* @__PURE__ */ read('RefundsList', 'staff')
export const FinanceRule: Call<typeof paymentsOffline.FinanceRule> = /* @__PURE__ */ read('FinanceRule', 'staff')
export const FinanceRuleSave: Call<typeof paymentsOffline.FinanceRuleSave> = /* @__PURE__ */ change('FinanceRuleSave', 'staff')
export const OfflineConfirm: Call<typeof paymentsOffline.OfflineConfirm> = /* @__PURE__ */ change('OfflineConfirm', 'staff')
export const OfflineList: Call<typeof paymentsOffline.OfflineList> = /* @__PURE__ */ read('OfflineList', 'staff')
export const OfflinePhoto: Call<typeof paymentsOffline.OfflinePhoto> = /* @__PURE__ */ read('OfflinePhoto', 'staff')
export const OfflinePhotoAdd: Call<typeof paymentsOffline.OfflinePhotoAdd> = /* @__PURE__ */ change('OfflinePhotoAdd', 'staff', { upload: true })
export const OfflineRecord: Call<typeof paymentsOffline.OfflineRecord> = /* @__PURE__ */ change('OfflineRecord', 'staff')
export const OfflineReject: Call<typeof paymentsOffline.OfflineReject> = /* @__PURE__ */ change('OfflineReject', 'staff')
export const OfflineShow: Call<typeof paymentsOffline.OfflineShow> = /* @__PURE__ */ read('OfflineShow', 'staff')
export const OrderMoney: Call<typeof paymentsOffline.OrderMoney> = /* @__PURE__ */ read('OrderMoney', 'staff')
export const AskBank: Call<typeof paymentsPayments.AskBank> = /* @__PURE__ */ change('AskBank', 'session', { repeatable: true, priority: 'paying' })
export const OpenAttempt: Call<typeof paymentsPayments.OpenAttempt> = /* @__PURE__ */ read('OpenAttempt', 'session', { priority: 'paying' })
export const finalizePayment: Call<typeof paymentsPayments.finalizePayment> = /* @__PURE__ */ change('finalizePayment', 'session', { repeatable: true, priority: 'paying' })
export const initiatePayment: Call<typeof paymentsPayments.initiatePayment> = /* @__PURE__ */ change('initiatePayment', 'session', { repeatable: true, priority: 'paying' })
