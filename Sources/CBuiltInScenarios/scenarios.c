/// The built-in scenario files, from the folder `Scenarios`; `purser simulate scenario` runs them without a file.
#include "CBuiltInScenarios.h"

// The clang of every supported Swift toolchain accepts this C23 directive in older C too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char start[] = {
#embed "Scenarios/start.json"
};
static const unsigned char cancellation[] = {
#embed "Scenarios/cancellation.json"
};
static const unsigned char planChange[] = {
#embed "Scenarios/plan-change.json"
};
static const unsigned char offer[] = {
#embed "Scenarios/offer.json"
};
static const unsigned char billing[] = {
#embed "Scenarios/billing.json"
};
static const unsigned char price[] = {
#embed "Scenarios/price.json"
};
static const unsigned char refund[] = {
#embed "Scenarios/refund.json"
};
static const unsigned char family[] = {
#embed "Scenarios/family.json"
};
static const unsigned char oneTime[] = {
#embed "Scenarios/one-time.json"
};
static const unsigned char developer[] = {
#embed "Scenarios/developer.json"
};
static const unsigned char externalPurchase[] = {
#embed "Scenarios/external-purchase.json"
};
static const unsigned char advancedCommerce[] = {
#embed "Scenarios/advanced-commerce.json"
};
static const unsigned char commitment[] = {
#embed "Scenarios/commitment.json"
};
static const unsigned char delivery[] = {
#embed "Scenarios/delivery.json"
};
static const unsigned char client[] = {
#embed "Scenarios/client.json"
};
static const unsigned char seats[] = {
#embed "Scenarios/seats.json"
};
static const unsigned char bundle[] = {
#embed "Scenarios/bundle.json"
};
static const unsigned char retention[] = {
#embed "Scenarios/retention.json"
};
static const unsigned char versionOne[] = {
#embed "Scenarios/version-1.json"
};

/// The numbers are those of the catalog of sequences; scenarios without one are listed in the order of this table.
static const BuiltInScenarioFile files[] = {
    // 1 to 14: how subscriptions begin and go on.
    {"start.json", start, sizeof start},
    // 15 to 21: leaving and coming back.
    {"cancellation.json", cancellation, sizeof cancellation},
    // 22 to 30: other products of the group.
    {"plan-change.json", planChange, sizeof planChange},
    // 31 to 42: offers, which Apple tells as OFFER_REDEEMED only of a running subscription.
    {"offer.json", offer, sizeof offer},
    // 43 to 54: renewals that fail.
    {"billing.json", billing, sizeof billing},
    // 55 to 61: prices that change.
    {"price.json", price, sizeof price},
    // 62 to 74: money given back.
    {"refund.json", refund, sizeof refund},
    // 75 to 83, 97: families, and a parent's consent.
    {"family.json", family, sizeof family},
    // 84 to 88: what does not renew.
    {"one-time.json", oneTime, sizeof oneTime},
    // 89 to 93: what developers ask for.
    {"developer.json", developer, sizeof developer},
    // 94 to 96: purchases elsewhere.
    {"external-purchase.json", externalPurchase, sizeof externalPurchase},
    // 98 to 102, and what else signed requests sell.
    {"advanced-commerce.json", advancedCommerce, sizeof advancedCommerce},
    // 103 to 109: twelve months paid monthly.
    {"commitment.json", commitment, sizeof commitment},
    // 110 to 112: notifications on their way.
    {"delivery.json", delivery, sizeof delivery},
    // Without a number: what clients and servers stumble over.
    {"client.json", client, sizeof client},
    // Without a number: seats of groups and organizations.
    {"seats.json", seats, sizeof seats},
    // Without a number: subscriptions that are sold together.
    {"bundle.json", bundle, sizeof bundle},
    // Without a number: an offer on the way out.
    {"retention.json", retention, sizeof retention},
    // Without a number: the same stories, told to an address for notifications of version 1.
    {"version-1.json", versionOne, sizeof versionOne},
};

const BuiltInScenarioFile *builtInScenarioFiles(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
