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
static const unsigned char cellTemplate[] = {
#embed "Templates/cell.mustache"
};
static const unsigned char codeTemplate[] = {
#embed "Templates/code.mustache"
};
static const unsigned char csrfTemplate[] = {
#embed "Templates/csrf.mustache"
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
static const unsigned char fieldsTemplate[] = {
#embed "Templates/fields.mustache"
};
static const unsigned char frameTemplate[] = {
#embed "Templates/frame.mustache"
};
static const unsigned char invitationTemplate[] = {
#embed "Templates/invitation.mustache"
};
static const unsigned char listingTemplate[] = {
#embed "Templates/listing.mustache"
};
static const unsigned char markTemplate[] = {
#embed "Templates/mark.mustache"
};
static const unsigned char messageTemplate[] = {
#embed "Templates/message.mustache"
};
static const unsigned char operatorsTemplate[] = {
#embed "Templates/operators.mustache"
};
static const unsigned char outsideTemplate[] = {
#embed "Templates/outside.mustache"
};
static const unsigned char overviewTemplate[] = {
#embed "Templates/overview.mustache"
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
static const unsigned char refundReportTemplate[] = {
#embed "Templates/refund-report.mustache"
};
static const unsigned char refundTemplate[] = {
#embed "Templates/refund.mustache"
};
static const unsigned char refundsTemplate[] = {
#embed "Templates/refunds.mustache"
};
static const unsigned char searchTemplate[] = {
#embed "Templates/search.mustache"
};
static const unsigned char secondFactorTemplate[] = {
#embed "Templates/second-factor.mustache"
};
static const unsigned char signInTemplate[] = {
#embed "Templates/sign-in.mustache"
};
static const unsigned char stackedBarsTemplate[] = {
#embed "Templates/stacked-bars.mustache"
};
static const unsigned char switchTemplate[] = {
#embed "Templates/switch.mustache"
};
static const unsigned char tableTemplate[] = {
#embed "Templates/table.mustache"
};
static const unsigned char timeTemplate[] = {
#embed "Templates/time.mustache"
};
static const unsigned char enText[] = {
#embed "Texts/en.json"
};
static const unsigned char refundEnText[] = {
#embed "Texts/refund.en.json"
};
static const unsigned char refundZhHansText[] = {
#embed "Texts/refund.zh-Hans.json"
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
    {"cell.mustache", cellTemplate, sizeof cellTemplate},
    {"code.mustache", codeTemplate, sizeof codeTemplate},
    {"csrf.mustache", csrfTemplate, sizeof csrfTemplate},
    {"draft.mustache", draftTemplate, sizeof draftTemplate},
    {"environment.mustache", environmentTemplate, sizeof environmentTemplate},
    {"error.mustache", errorTemplate, sizeof errorTemplate},
    {"fields.mustache", fieldsTemplate, sizeof fieldsTemplate},
    {"frame.mustache", frameTemplate, sizeof frameTemplate},
    {"invitation.mustache", invitationTemplate, sizeof invitationTemplate},
    {"listing.mustache", listingTemplate, sizeof listingTemplate},
    {"mark.mustache", markTemplate, sizeof markTemplate},
    {"message.mustache", messageTemplate, sizeof messageTemplate},
    {"operators.mustache", operatorsTemplate, sizeof operatorsTemplate},
    {"outside.mustache", outsideTemplate, sizeof outsideTemplate},
    {"overview.mustache", overviewTemplate, sizeof overviewTemplate},
    {"policies.mustache", policiesTemplate, sizeof policiesTemplate},
    {"policy-edit.mustache", policyEditTemplate, sizeof policyEditTemplate},
    {"policy-issues.mustache", policyIssuesTemplate, sizeof policyIssuesTemplate},
    {"policy.mustache", policyTemplate, sizeof policyTemplate},
    {"refund-report.mustache", refundReportTemplate, sizeof refundReportTemplate},
    {"refund.mustache", refundTemplate, sizeof refundTemplate},
    {"refunds.mustache", refundsTemplate, sizeof refundsTemplate},
    {"search.mustache", searchTemplate, sizeof searchTemplate},
    {"second-factor.mustache", secondFactorTemplate, sizeof secondFactorTemplate},
    {"sign-in.mustache", signInTemplate, sizeof signInTemplate},
    {"stacked-bars.mustache", stackedBarsTemplate, sizeof stackedBarsTemplate},
    {"switch.mustache", switchTemplate, sizeof switchTemplate},
    {"table.mustache", tableTemplate, sizeof tableTemplate},
    {"time.mustache", timeTemplate, sizeof timeTemplate},
    {"en.json", enText, sizeof enText},
    {"refund.en.json", refundEnText, sizeof refundEnText},
    {"refund.zh-Hans.json", refundZhHansText, sizeof refundZhHansText},
    {"zh-Hans.json", zhHansText, sizeof zhHansText},
};

const DashboardEmbeddedFile *dashboardFiles(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
