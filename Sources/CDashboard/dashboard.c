/// The files of the dashboard, from the folders `Assets`, `Templates` and `Texts`.
#include "CDashboard.h"

// The clang of every supported Swift toolchain accepts this C23 directive in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char purserStyle[] = {
#embed "Assets/purser.css"
};
static const unsigned char purserIcon[] = {
#embed "Assets/purser.svg"
};
static const unsigned char purserScript[] = {
#embed "Assets/purser.js"
};
static const unsigned char accountTemplate[] = {
#embed "Templates/account.mustache"
};
static const unsigned char actTemplate[] = {
#embed "Templates/act.mustache"
};
static const unsigned char alarmTemplate[] = {
#embed "Templates/alarm.mustache"
};
static const unsigned char alarmsTemplate[] = {
#embed "Templates/alarms.mustache"
};
static const unsigned char auditTemplate[] = {
#embed "Templates/audit.mustache"
};
static const unsigned char catalogEditTemplate[] = {
#embed "Templates/catalog-edit.mustache"
};
static const unsigned char catalogVersionTemplate[] = {
#embed "Templates/catalog-version.mustache"
};
static const unsigned char catalogTemplate[] = {
#embed "Templates/catalog.mustache"
};
static const unsigned char cellTemplate[] = {
#embed "Templates/cell.mustache"
};
static const unsigned char chartControlsTemplate[] = {
#embed "Templates/chart-controls.mustache"
};
static const unsigned char chartPageTemplate[] = {
#embed "Templates/chart-page.mustache"
};
static const unsigned char chartTableTemplate[] = {
#embed "Templates/chart-table.mustache"
};
static const unsigned char chartTemplate[] = {
#embed "Templates/chart.mustache"
};
static const unsigned char chartsTemplate[] = {
#embed "Templates/charts.mustache"
};
static const unsigned char codeTemplate[] = {
#embed "Templates/code.mustache"
};
static const unsigned char csrfTemplate[] = {
#embed "Templates/csrf.mustache"
};
static const unsigned char customerListTemplate[] = {
#embed "Templates/customer-list.mustache"
};
static const unsigned char customerMissingTemplate[] = {
#embed "Templates/customer-missing.mustache"
};
static const unsigned char customerTemplate[] = {
#embed "Templates/customer.mustache"
};
static const unsigned char customersTemplate[] = {
#embed "Templates/customers.mustache"
};
static const unsigned char doctorTemplate[] = {
#embed "Templates/doctor.mustache"
};
static const unsigned char draftTemplate[] = {
#embed "Templates/draft.mustache"
};
static const unsigned char environmentTemplate[] = {
#embed "Templates/environment.mustache"
};
static const unsigned char errorTemplate[] = {
#embed "Templates/error.mustache"
};
static const unsigned char eventTemplate[] = {
#embed "Templates/event.mustache"
};
static const unsigned char eventsTemplate[] = {
#embed "Templates/events.mustache"
};
static const unsigned char evidenceTemplate[] = {
#embed "Templates/evidence.mustache"
};
static const unsigned char fieldsTemplate[] = {
#embed "Templates/fields.mustache"
};
static const unsigned char frameTemplate[] = {
#embed "Templates/frame.mustache"
};
static const unsigned char fulfillmentTemplate[] = {
#embed "Templates/fulfillment.mustache"
};
static const unsigned char importProgressTemplate[] = {
#embed "Templates/import-progress.mustache"
};
static const unsigned char importTemplate[] = {
#embed "Templates/import.mustache"
};
static const unsigned char importsTemplate[] = {
#embed "Templates/imports.mustache"
};
static const unsigned char invitationTemplate[] = {
#embed "Templates/invitation.mustache"
};
static const unsigned char keyTemplate[] = {
#embed "Templates/key.mustache"
};
static const unsigned char keysTemplate[] = {
#embed "Templates/keys.mustache"
};
static const unsigned char linksTemplate[] = {
#embed "Templates/links.mustache"
};
static const unsigned char listingTemplate[] = {
#embed "Templates/listing.mustache"
};
static const unsigned char markTemplate[] = {
#embed "Templates/mark.mustache"
};
static const unsigned char messageInsideTemplate[] = {
#embed "Templates/message-inside.mustache"
};
static const unsigned char messageTemplate[] = {
#embed "Templates/message.mustache"
};
static const unsigned char metricGraphTemplate[] = {
#embed "Templates/metric-graph.mustache"
};
static const unsigned char monthsTemplate[] = {
#embed "Templates/months.mustache"
};
static const unsigned char notificationsTemplate[] = {
#embed "Templates/notifications.mustache"
};
static const unsigned char operatorsTemplate[] = {
#embed "Templates/operators.mustache"
};
static const unsigned char orderTemplate[] = {
#embed "Templates/order.mustache"
};
static const unsigned char outsideTemplate[] = {
#embed "Templates/outside.mustache"
};
static const unsigned char overviewEmptyTemplate[] = {
#embed "Templates/overview-empty.mustache"
};
static const unsigned char overviewTemplate[] = {
#embed "Templates/overview.mustache"
};
static const unsigned char plainTemplate[] = {
#embed "Templates/plain.mustache"
};
static const unsigned char policiesTemplate[] = {
#embed "Templates/policies.mustache"
};
static const unsigned char policyEditTemplate[] = {
#embed "Templates/policy-edit.mustache"
};
static const unsigned char policyIssuesTemplate[] = {
#embed "Templates/policy-issues.mustache"
};
static const unsigned char policyTemplate[] = {
#embed "Templates/policy.mustache"
};
static const unsigned char proceedsTemplate[] = {
#embed "Templates/proceeds.mustache"
};
static const unsigned char purchaseActsTemplate[] = {
#embed "Templates/purchase-acts.mustache"
};
static const unsigned char purchaseEntryTemplate[] = {
#embed "Templates/purchase-entry.mustache"
};
static const unsigned char purchaseFactsTemplate[] = {
#embed "Templates/purchase-facts.mustache"
};
static const unsigned char purchaseListTemplate[] = {
#embed "Templates/purchase-list.mustache"
};
static const unsigned char queryTemplate[] = {
#embed "Templates/query.mustache"
};
static const unsigned char reconciliationDayTemplate[] = {
#embed "Templates/reconciliation-day.mustache"
};
static const unsigned char reconciliationTemplate[] = {
#embed "Templates/reconciliation.mustache"
};
static const unsigned char refundReportTemplate[] = {
#embed "Templates/refund-report.mustache"
};
static const unsigned char refundTemplate[] = {
#embed "Templates/refund.mustache"
};
static const unsigned char refundsTemplate[] = {
#embed "Templates/refunds.mustache"
};
static const unsigned char reportTemplate[] = {
#embed "Templates/report.mustache"
};
static const unsigned char reportsTemplate[] = {
#embed "Templates/reports.mustache"
};
static const unsigned char searchTemplate[] = {
#embed "Templates/search.mustache"
};
static const unsigned char secondFactorTemplate[] = {
#embed "Templates/second-factor.mustache"
};
static const unsigned char settingsTemplate[] = {
#embed "Templates/settings.mustache"
};
static const unsigned char signInTemplate[] = {
#embed "Templates/sign-in.mustache"
};
static const unsigned char subscriptionTemplate[] = {
#embed "Templates/subscription.mustache"
};
static const unsigned char switchTemplate[] = {
#embed "Templates/switch.mustache"
};
static const unsigned char tableTemplate[] = {
#embed "Templates/table.mustache"
};
static const unsigned char ticksTemplate[] = {
#embed "Templates/ticks.mustache"
};
static const unsigned char timeTemplate[] = {
#embed "Templates/time.mustache"
};
static const unsigned char timelineChartTemplate[] = {
#embed "Templates/timeline-chart.mustache"
};
static const unsigned char transactionTemplate[] = {
#embed "Templates/transaction.mustache"
};
static const unsigned char walletTemplate[] = {
#embed "Templates/wallet.mustache"
};
static const unsigned char webhookSecretTemplate[] = {
#embed "Templates/webhook-secret.mustache"
};
static const unsigned char webhookTemplate[] = {
#embed "Templates/webhook.mustache"
};
static const unsigned char webhooksTemplate[] = {
#embed "Templates/webhooks.mustache"
};
static const unsigned char chartsEnText[] = {
#embed "Texts/charts.en.json"
};
static const unsigned char chartsZhHansText[] = {
#embed "Texts/charts.zh-Hans.json"
};
static const unsigned char customerEnText[] = {
#embed "Texts/customer.en.json"
};
static const unsigned char customerZhHansText[] = {
#embed "Texts/customer.zh-Hans.json"
};
static const unsigned char enText[] = {
#embed "Texts/en.json"
};
static const unsigned char errorsZhHansText[] = {
#embed "Texts/errors.zh-Hans.json"
};
static const unsigned char eventPagesEnText[] = {
#embed "Texts/event-pages.en.json"
};
static const unsigned char eventPagesZhHansText[] = {
#embed "Texts/event-pages.zh-Hans.json"
};
static const unsigned char findingsZhHansText[] = {
#embed "Texts/findings.zh-Hans.json"
};
static const unsigned char issuesZhHansText[] = {
#embed "Texts/issues.zh-Hans.json"
};
static const unsigned char moneyEnText[] = {
#embed "Texts/money.en.json"
};
static const unsigned char moneyZhHansText[] = {
#embed "Texts/money.zh-Hans.json"
};
static const unsigned char operationEnText[] = {
#embed "Texts/operation.en.json"
};
static const unsigned char operationZhHansText[] = {
#embed "Texts/operation.zh-Hans.json"
};
static const unsigned char overviewEnText[] = {
#embed "Texts/overview.en.json"
};
static const unsigned char overviewZhHansText[] = {
#embed "Texts/overview.zh-Hans.json"
};
static const unsigned char purchaseEnText[] = {
#embed "Texts/purchase.en.json"
};
static const unsigned char purchaseZhHansText[] = {
#embed "Texts/purchase.zh-Hans.json"
};
static const unsigned char refundEnText[] = {
#embed "Texts/refund.en.json"
};
static const unsigned char refundZhHansText[] = {
#embed "Texts/refund.zh-Hans.json"
};
static const unsigned char rulesZhHansText[] = {
#embed "Texts/rules.zh-Hans.json"
};
static const unsigned char storeEnText[] = {
#embed "Texts/store.en.json"
};
static const unsigned char storeZhHansText[] = {
#embed "Texts/store.zh-Hans.json"
};
static const unsigned char zhHansText[] = {
#embed "Texts/zh-Hans.json"
};

static const DashboardEmbeddedFile files[] = {
    {"purser.css", purserStyle, sizeof purserStyle},
    {"purser.svg", purserIcon, sizeof purserIcon},
    {"purser.js", purserScript, sizeof purserScript},
    {"account.mustache", accountTemplate, sizeof accountTemplate},
    {"act.mustache", actTemplate, sizeof actTemplate},
    {"alarm.mustache", alarmTemplate, sizeof alarmTemplate},
    {"alarms.mustache", alarmsTemplate, sizeof alarmsTemplate},
    {"audit.mustache", auditTemplate, sizeof auditTemplate},
    {"catalog-edit.mustache", catalogEditTemplate, sizeof catalogEditTemplate},
    {"catalog-version.mustache", catalogVersionTemplate, sizeof catalogVersionTemplate},
    {"catalog.mustache", catalogTemplate, sizeof catalogTemplate},
    {"cell.mustache", cellTemplate, sizeof cellTemplate},
    {"chart-controls.mustache", chartControlsTemplate, sizeof chartControlsTemplate},
    {"chart-page.mustache", chartPageTemplate, sizeof chartPageTemplate},
    {"chart-table.mustache", chartTableTemplate, sizeof chartTableTemplate},
    {"chart.mustache", chartTemplate, sizeof chartTemplate},
    {"charts.mustache", chartsTemplate, sizeof chartsTemplate},
    {"code.mustache", codeTemplate, sizeof codeTemplate},
    {"csrf.mustache", csrfTemplate, sizeof csrfTemplate},
    {"customer-list.mustache", customerListTemplate, sizeof customerListTemplate},
    {"customer-missing.mustache", customerMissingTemplate, sizeof customerMissingTemplate},
    {"customer.mustache", customerTemplate, sizeof customerTemplate},
    {"customers.mustache", customersTemplate, sizeof customersTemplate},
    {"doctor.mustache", doctorTemplate, sizeof doctorTemplate},
    {"draft.mustache", draftTemplate, sizeof draftTemplate},
    {"environment.mustache", environmentTemplate, sizeof environmentTemplate},
    {"error.mustache", errorTemplate, sizeof errorTemplate},
    {"event.mustache", eventTemplate, sizeof eventTemplate},
    {"events.mustache", eventsTemplate, sizeof eventsTemplate},
    {"evidence.mustache", evidenceTemplate, sizeof evidenceTemplate},
    {"fields.mustache", fieldsTemplate, sizeof fieldsTemplate},
    {"frame.mustache", frameTemplate, sizeof frameTemplate},
    {"fulfillment.mustache", fulfillmentTemplate, sizeof fulfillmentTemplate},
    {"import-progress.mustache", importProgressTemplate, sizeof importProgressTemplate},
    {"import.mustache", importTemplate, sizeof importTemplate},
    {"imports.mustache", importsTemplate, sizeof importsTemplate},
    {"invitation.mustache", invitationTemplate, sizeof invitationTemplate},
    {"key.mustache", keyTemplate, sizeof keyTemplate},
    {"keys.mustache", keysTemplate, sizeof keysTemplate},
    {"links.mustache", linksTemplate, sizeof linksTemplate},
    {"listing.mustache", listingTemplate, sizeof listingTemplate},
    {"mark.mustache", markTemplate, sizeof markTemplate},
    {"message-inside.mustache", messageInsideTemplate, sizeof messageInsideTemplate},
    {"message.mustache", messageTemplate, sizeof messageTemplate},
    {"metric-graph.mustache", metricGraphTemplate, sizeof metricGraphTemplate},
    {"months.mustache", monthsTemplate, sizeof monthsTemplate},
    {"notifications.mustache", notificationsTemplate, sizeof notificationsTemplate},
    {"operators.mustache", operatorsTemplate, sizeof operatorsTemplate},
    {"order.mustache", orderTemplate, sizeof orderTemplate},
    {"outside.mustache", outsideTemplate, sizeof outsideTemplate},
    {"overview-empty.mustache", overviewEmptyTemplate, sizeof overviewEmptyTemplate},
    {"overview.mustache", overviewTemplate, sizeof overviewTemplate},
    {"plain.mustache", plainTemplate, sizeof plainTemplate},
    {"policies.mustache", policiesTemplate, sizeof policiesTemplate},
    {"policy-edit.mustache", policyEditTemplate, sizeof policyEditTemplate},
    {"policy-issues.mustache", policyIssuesTemplate, sizeof policyIssuesTemplate},
    {"policy.mustache", policyTemplate, sizeof policyTemplate},
    {"proceeds.mustache", proceedsTemplate, sizeof proceedsTemplate},
    {"purchase-acts.mustache", purchaseActsTemplate, sizeof purchaseActsTemplate},
    {"purchase-entry.mustache", purchaseEntryTemplate, sizeof purchaseEntryTemplate},
    {"purchase-facts.mustache", purchaseFactsTemplate, sizeof purchaseFactsTemplate},
    {"purchase-list.mustache", purchaseListTemplate, sizeof purchaseListTemplate},
    {"query.mustache", queryTemplate, sizeof queryTemplate},
    {"reconciliation-day.mustache", reconciliationDayTemplate, sizeof reconciliationDayTemplate},
    {"reconciliation.mustache", reconciliationTemplate, sizeof reconciliationTemplate},
    {"refund-report.mustache", refundReportTemplate, sizeof refundReportTemplate},
    {"refund.mustache", refundTemplate, sizeof refundTemplate},
    {"refunds.mustache", refundsTemplate, sizeof refundsTemplate},
    {"report.mustache", reportTemplate, sizeof reportTemplate},
    {"reports.mustache", reportsTemplate, sizeof reportsTemplate},
    {"search.mustache", searchTemplate, sizeof searchTemplate},
    {"second-factor.mustache", secondFactorTemplate, sizeof secondFactorTemplate},
    {"settings.mustache", settingsTemplate, sizeof settingsTemplate},
    {"sign-in.mustache", signInTemplate, sizeof signInTemplate},
    {"subscription.mustache", subscriptionTemplate, sizeof subscriptionTemplate},
    {"switch.mustache", switchTemplate, sizeof switchTemplate},
    {"table.mustache", tableTemplate, sizeof tableTemplate},
    {"ticks.mustache", ticksTemplate, sizeof ticksTemplate},
    {"time.mustache", timeTemplate, sizeof timeTemplate},
    {"timeline-chart.mustache", timelineChartTemplate, sizeof timelineChartTemplate},
    {"transaction.mustache", transactionTemplate, sizeof transactionTemplate},
    {"wallet.mustache", walletTemplate, sizeof walletTemplate},
    {"webhook-secret.mustache", webhookSecretTemplate, sizeof webhookSecretTemplate},
    {"webhook.mustache", webhookTemplate, sizeof webhookTemplate},
    {"webhooks.mustache", webhooksTemplate, sizeof webhooksTemplate},
    {"charts.en.json", chartsEnText, sizeof chartsEnText},
    {"charts.zh-Hans.json", chartsZhHansText, sizeof chartsZhHansText},
    {"customer.en.json", customerEnText, sizeof customerEnText},
    {"customer.zh-Hans.json", customerZhHansText, sizeof customerZhHansText},
    {"en.json", enText, sizeof enText},
    {"errors.zh-Hans.json", errorsZhHansText, sizeof errorsZhHansText},
    {"event-pages.en.json", eventPagesEnText, sizeof eventPagesEnText},
    {"event-pages.zh-Hans.json", eventPagesZhHansText, sizeof eventPagesZhHansText},
    {"findings.zh-Hans.json", findingsZhHansText, sizeof findingsZhHansText},
    {"issues.zh-Hans.json", issuesZhHansText, sizeof issuesZhHansText},
    {"money.en.json", moneyEnText, sizeof moneyEnText},
    {"money.zh-Hans.json", moneyZhHansText, sizeof moneyZhHansText},
    {"operation.en.json", operationEnText, sizeof operationEnText},
    {"operation.zh-Hans.json", operationZhHansText, sizeof operationZhHansText},
    {"overview.en.json", overviewEnText, sizeof overviewEnText},
    {"overview.zh-Hans.json", overviewZhHansText, sizeof overviewZhHansText},
    {"purchase.en.json", purchaseEnText, sizeof purchaseEnText},
    {"purchase.zh-Hans.json", purchaseZhHansText, sizeof purchaseZhHansText},
    {"refund.en.json", refundEnText, sizeof refundEnText},
    {"refund.zh-Hans.json", refundZhHansText, sizeof refundZhHansText},
    {"rules.zh-Hans.json", rulesZhHansText, sizeof rulesZhHansText},
    {"store.en.json", storeEnText, sizeof storeEnText},
    {"store.zh-Hans.json", storeZhHansText, sizeof storeZhHansText},
    {"zh-Hans.json", zhHansText, sizeof zhHansText},
};

const DashboardEmbeddedFile *dashboardFiles(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
