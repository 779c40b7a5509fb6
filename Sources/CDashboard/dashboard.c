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
static const unsigned char monthsTemplate[] = {
#embed "Templates/months.mustache"
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
static const unsigned char plainTemplate[] = {
#embed "Templates/plain.mustache"
};
static const unsigned char proceedsTemplate[] = {
#embed "Templates/proceeds.mustache"
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
static const unsigned char signInTemplate[] = {
#embed "Templates/sign-in.mustache"
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
static const unsigned char moneyEnText[] = {
#embed "Texts/money.en.json"
};
static const unsigned char moneyZhHansText[] = {
#embed "Texts/money.zh-Hans.json"
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
    {"catalog-edit.mustache", catalogEditTemplate, sizeof catalogEditTemplate},
    {"catalog-version.mustache", catalogVersionTemplate, sizeof catalogVersionTemplate},
    {"catalog.mustache", catalogTemplate, sizeof catalogTemplate},
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
    {"months.mustache", monthsTemplate, sizeof monthsTemplate},
    {"operators.mustache", operatorsTemplate, sizeof operatorsTemplate},
    {"outside.mustache", outsideTemplate, sizeof outsideTemplate},
    {"overview.mustache", overviewTemplate, sizeof overviewTemplate},
    {"plain.mustache", plainTemplate, sizeof plainTemplate},
    {"proceeds.mustache", proceedsTemplate, sizeof proceedsTemplate},
    {"query.mustache", queryTemplate, sizeof queryTemplate},
    {"reconciliation-day.mustache", reconciliationDayTemplate, sizeof reconciliationDayTemplate},
    {"reconciliation.mustache", reconciliationTemplate, sizeof reconciliationTemplate},
    {"report.mustache", reportTemplate, sizeof reportTemplate},
    {"reports.mustache", reportsTemplate, sizeof reportsTemplate},
    {"search.mustache", searchTemplate, sizeof searchTemplate},
    {"second-factor.mustache", secondFactorTemplate, sizeof secondFactorTemplate},
    {"sign-in.mustache", signInTemplate, sizeof signInTemplate},
    {"switch.mustache", switchTemplate, sizeof switchTemplate},
    {"table.mustache", tableTemplate, sizeof tableTemplate},
    {"time.mustache", timeTemplate, sizeof timeTemplate},
    {"en.json", enText, sizeof enText},
    {"money.en.json", moneyEnText, sizeof moneyEnText},
    {"money.zh-Hans.json", moneyZhHansText, sizeof moneyZhHansText},
    {"store.en.json", storeEnText, sizeof storeEnText},
    {"store.zh-Hans.json", storeZhHansText, sizeof storeZhHansText},
    {"zh-Hans.json", zhHansText, sizeof zhHansText},
};

const DashboardEmbeddedFile *dashboardFiles(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
