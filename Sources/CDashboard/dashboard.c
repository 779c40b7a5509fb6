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
static const unsigned char cellTemplate[] = {
#embed "Templates/cell.mustache"
};
static const unsigned char codeTemplate[] = {
#embed "Templates/code.mustache"
};
static const unsigned char csrfTemplate[] = {
#embed "Templates/csrf.mustache"
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
static const unsigned char fieldsTemplate[] = {
#embed "Templates/fields.mustache"
};
static const unsigned char frameTemplate[] = {
#embed "Templates/frame.mustache"
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
static const unsigned char messageTemplate[] = {
#embed "Templates/message.mustache"
};
static const unsigned char metricChartTemplate[] = {
#embed "Templates/metric-chart.mustache"
};
static const unsigned char metricGraphTemplate[] = {
#embed "Templates/metric-graph.mustache"
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
static const unsigned char enText[] = {
#embed "Texts/en.json"
};
static const unsigned char operationEnText[] = {
#embed "Texts/operation.en.json"
};
static const unsigned char operationZhHansText[] = {
#embed "Texts/operation.zh-Hans.json"
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
    {"cell.mustache", cellTemplate, sizeof cellTemplate},
    {"code.mustache", codeTemplate, sizeof codeTemplate},
    {"csrf.mustache", csrfTemplate, sizeof csrfTemplate},
    {"doctor.mustache", doctorTemplate, sizeof doctorTemplate},
    {"draft.mustache", draftTemplate, sizeof draftTemplate},
    {"environment.mustache", environmentTemplate, sizeof environmentTemplate},
    {"error.mustache", errorTemplate, sizeof errorTemplate},
    {"fields.mustache", fieldsTemplate, sizeof fieldsTemplate},
    {"frame.mustache", frameTemplate, sizeof frameTemplate},
    {"import-progress.mustache", importProgressTemplate, sizeof importProgressTemplate},
    {"import.mustache", importTemplate, sizeof importTemplate},
    {"imports.mustache", importsTemplate, sizeof importsTemplate},
    {"invitation.mustache", invitationTemplate, sizeof invitationTemplate},
    {"key.mustache", keyTemplate, sizeof keyTemplate},
    {"keys.mustache", keysTemplate, sizeof keysTemplate},
    {"links.mustache", linksTemplate, sizeof linksTemplate},
    {"listing.mustache", listingTemplate, sizeof listingTemplate},
    {"mark.mustache", markTemplate, sizeof markTemplate},
    {"message.mustache", messageTemplate, sizeof messageTemplate},
    {"metric-chart.mustache", metricChartTemplate, sizeof metricChartTemplate},
    {"metric-graph.mustache", metricGraphTemplate, sizeof metricGraphTemplate},
    {"operators.mustache", operatorsTemplate, sizeof operatorsTemplate},
    {"outside.mustache", outsideTemplate, sizeof outsideTemplate},
    {"overview.mustache", overviewTemplate, sizeof overviewTemplate},
    {"search.mustache", searchTemplate, sizeof searchTemplate},
    {"second-factor.mustache", secondFactorTemplate, sizeof secondFactorTemplate},
    {"settings.mustache", settingsTemplate, sizeof settingsTemplate},
    {"sign-in.mustache", signInTemplate, sizeof signInTemplate},
    {"switch.mustache", switchTemplate, sizeof switchTemplate},
    {"table.mustache", tableTemplate, sizeof tableTemplate},
    {"ticks.mustache", ticksTemplate, sizeof ticksTemplate},
    {"time.mustache", timeTemplate, sizeof timeTemplate},
    {"en.json", enText, sizeof enText},
    {"operation.en.json", operationEnText, sizeof operationEnText},
    {"operation.zh-Hans.json", operationZhHansText, sizeof operationZhHansText},
    {"zh-Hans.json", zhHansText, sizeof zhHansText},
};

const DashboardEmbeddedFile *dashboardFiles(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
