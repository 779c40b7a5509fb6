CREATE TABLE access_key (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    app INTEGER REFERENCES app (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 15),
    title TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    revoked_at INTEGER,
    revoked_by TEXT,
    used_at INTEGER,
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL)),
    CHECK (kind <> 1 OR app IS NOT NULL)
) STRICT;

CREATE TABLE account_customer (
    scope INTEGER NOT NULL REFERENCES scope (id),
    account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
    customer INTEGER NOT NULL REFERENCES customer (id),
    first_at INTEGER,
    last_at INTEGER CHECK (last_at > first_at),
    family_at INTEGER,
    family_last_at INTEGER CHECK (family_last_at > family_at),
    PRIMARY KEY (scope, account, customer),
    CHECK (first_at IS NOT NULL OR family_at IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_reader (
    scope INTEGER NOT NULL REFERENCES scope (id),
    account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
    original INTEGER NOT NULL REFERENCES original (id),
    kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
    PRIMARY KEY (scope, account, original)
) STRICT, WITHOUT ROWID;

CREATE TABLE account_token (
    app INTEGER NOT NULL REFERENCES app (id),
    digest INTEGER NOT NULL,
    customer INTEGER NOT NULL REFERENCES customer (id),
    PRIMARY KEY (app, digest, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE alarm_entry (
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 3),
    number INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (kind, number)
) STRICT;

CREATE TABLE alarm_number (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    next_number INTEGER NOT NULL
) STRICT;

CREATE TABLE app (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    event_count INTEGER NOT NULL DEFAULT 0,
    latest_event_at INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE audit (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    at INTEGER NOT NULL,
    operator TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT,
    reason_salt BLOB CHECK (length(reason_salt) = 16),
    reason_hash BLOB CHECK (length(reason_hash) = 32),
    details TEXT NOT NULL CHECK (json_valid(details)),
    predecessor BLOB NOT NULL CHECK (length(predecessor) = 32),
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    CHECK ((reason IS NULL) = (reason_salt IS NULL)),
    CHECK (reason IS NULL OR reason_hash IS NOT NULL)
) STRICT;

CREATE TABLE awaited_token (
    app INTEGER NOT NULL REFERENCES app (id),
    token BLOB NOT NULL CHECK (length(token) = 16),
    original INTEGER NOT NULL REFERENCES original (id),
    PRIMARY KEY (app, token, original)
) STRICT, WITHOUT ROWID;

CREATE TABLE budget (
    scope INTEGER NOT NULL REFERENCES scope (id),
    operation TEXT NOT NULL,
    spent_until INTEGER NOT NULL,
    PRIMARY KEY (scope, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE catalog_version (
    app INTEGER NOT NULL REFERENCES app (id),
    number INTEGER NOT NULL CHECK (number > 0),
    digest TEXT NOT NULL,
    applied_at INTEGER NOT NULL,
    applied_by TEXT NOT NULL,
    origin INTEGER NOT NULL,
    note TEXT,
    document BLOB NOT NULL,
    price_points BLOB,
    PRIMARY KEY (app, number)
) STRICT;

CREATE TABLE cluster (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    outage_at INTEGER,
    signing_key TEXT
) STRICT;

CREATE TABLE consent (
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    owner INTEGER NOT NULL REFERENCES customer (id),
    text_hash TEXT NOT NULL,
    version TEXT NOT NULL,
    locale TEXT NOT NULL,
    storefront TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    source TEXT,
    guardian TEXT,
    by_guardian INTEGER NOT NULL CHECK (by_guardian IN (0, 1)),
    recorded_at INTEGER NOT NULL,
    recorded_by TEXT NOT NULL,
    withdrawn_at INTEGER,
    withdrawal_source TEXT,
    withdrawal_by TEXT,
    PRIMARY KEY (app, name),
    CHECK ((withdrawn_at IS NULL) = (withdrawal_by IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE consent_rescission (
    scope INTEGER NOT NULL REFERENCES scope (id),
    account ANY NOT NULL CHECK (typeof(account) IN ('integer', 'text')),
    rescinded_at INTEGER NOT NULL,
    resolved_at INTEGER,
    PRIMARY KEY (scope, account)
) STRICT, WITHOUT ROWID;

CREATE TABLE consumption (
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    owner INTEGER REFERENCES customer (id),
    stated_at INTEGER NOT NULL,
    share INTEGER CHECK (share BETWEEN 0 AND 100000),
    play_time INTEGER CHECK (play_time >= 0),
    sample INTEGER CHECK (sample IN (0, 1)),
    stated_by TEXT NOT NULL,
    PRIMARY KEY (scope, transaction_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE counter (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    openings INTEGER NOT NULL,
    probes INTEGER NOT NULL,
    repeats INTEGER NOT NULL,
    submissions INTEGER NOT NULL,
    transfers INTEGER NOT NULL DEFAULT 0,
    leases INTEGER NOT NULL DEFAULT 0,
    audits INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE customer (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    name ANY NOT NULL CHECK (typeof(name) IN ('integer', 'text')),
    events INTEGER NOT NULL DEFAULT 0,
    merged_into INTEGER REFERENCES customer (id),
    erased_at INTEGER,
    tokens BLOB CHECK (length(tokens) % 16 = 0)
) STRICT;

CREATE TABLE customer_audit_entry (
    owner INTEGER NOT NULL REFERENCES customer (id),
    audit INTEGER NOT NULL REFERENCES audit (number),
    PRIMARY KEY (owner, audit)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_block (
    owner INTEGER PRIMARY KEY REFERENCES customer (id),
    blocked_at INTEGER NOT NULL,
    blocked_by TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

CREATE TABLE customer_fact (
    owner INTEGER NOT NULL REFERENCES customer (id),
    topic INTEGER NOT NULL CHECK (topic BETWEEN 1 AND 6),
    stated_at INTEGER NOT NULL,
    value TEXT,
    stated_by TEXT NOT NULL,
    PRIMARY KEY (owner, topic, stated_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_name (
    app INTEGER NOT NULL REFERENCES app (id),
    digest INTEGER NOT NULL,
    customer INTEGER NOT NULL REFERENCES customer (id),
    PRIMARY KEY (app, digest, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE customer_token (
    app INTEGER NOT NULL REFERENCES app (id),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    customer TEXT NOT NULL,
    minted_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    is_kept INTEGER NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1)),
    PRIMARY KEY (app, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE decision (
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    decided_at INTEGER NOT NULL,
    reach INTEGER NOT NULL CHECK (reach BETWEEN 0 AND 2),
    customer INTEGER NOT NULL REFERENCES customer (id),
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1)),
    PRIMARY KEY (scope, transaction_id, decided_at, reach, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE due_entitlements (
    owner INTEGER NOT NULL REFERENCES customer (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    published_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL CHECK (due_at > published_at),
    PRIMARY KEY (owner, scope)
) STRICT, WITHOUT ROWID;

CREATE TABLE entitlement_grant (
    owner INTEGER NOT NULL REFERENCES customer (id),
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    begins_at INTEGER NOT NULL,
    ends_at INTEGER,
    granted_at INTEGER NOT NULL,
    granted_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    revoked_at INTEGER,
    revoked_by TEXT,
    revoked_reason TEXT,
    PRIMARY KEY (owner, id),
    CHECK ((revoked_at IS NULL) = (revoked_by IS NULL) AND (revoked_at IS NULL) = (revoked_reason IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE event (
    stream INTEGER NOT NULL CHECK (stream > 1),
    number INTEGER NOT NULL CHECK (number > 0),
    name INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    cause INTEGER REFERENCES evidence (position),
    body BLOB NOT NULL,
    PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_position (
    app INTEGER NOT NULL REFERENCES app (id),
    position INTEGER NOT NULL CHECK (position > 0),
    stream INTEGER NOT NULL,
    number INTEGER NOT NULL,
    latest_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (app, position),
    FOREIGN KEY (stream, number) REFERENCES event (stream, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE evidence (
    position INTEGER PRIMARY KEY CHECK (position > 0),
    app INTEGER NOT NULL REFERENCES app (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
    header INTEGER NOT NULL REFERENCES header (id),
    signed_at INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    signature BLOB NOT NULL,
    payload BLOB NOT NULL,
    UNIQUE (app, digest)
) STRICT;

CREATE TABLE evidence_part (
    whole INTEGER NOT NULL REFERENCES evidence (position),
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
    offset INTEGER NOT NULL CHECK (offset >= 0),
    part INTEGER NOT NULL REFERENCES evidence (position) CHECK (part < whole),
    PRIMARY KEY (whole, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE extension_failure (
    scope INTEGER NOT NULL REFERENCES scope (id),
    product TEXT NOT NULL,
    at INTEGER NOT NULL,
    original TEXT NOT NULL,
    PRIMARY KEY (scope, product, at, original)
) STRICT, WITHOUT ROWID;

CREATE TABLE extension_order (
    scope INTEGER NOT NULL REFERENCES scope (id),
    request TEXT NOT NULL,
    product TEXT NOT NULL,
    original TEXT CHECK ((original IS NULL) = (product <> '')),
    days INTEGER NOT NULL CHECK (days BETWEEN 1 AND 90),
    reason_code INTEGER NOT NULL,
    storefronts TEXT NOT NULL,
    ordered_at INTEGER NOT NULL,
    ordered_by TEXT NOT NULL,
    accepted_at INTEGER,
    completed_at INTEGER,
    succeeded INTEGER,
    failed INTEGER,
    refusal TEXT CHECK (refusal IS NULL OR completed_at IS NOT NULL),
    apple_number INTEGER CHECK (apple_number IS NULL OR refusal IS NOT NULL),
    renews_at INTEGER CHECK (renews_at IS NULL OR original IS NOT NULL),
    PRIMARY KEY (scope, request),
    CHECK ((completed_at IS NULL) = (succeeded IS NULL) AND (completed_at IS NULL) = (failed IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE fetched_price (
    app INTEGER NOT NULL REFERENCES app (id),
    product TEXT NOT NULL,
    storefront TEXT NOT NULL,
    fetched_at INTEGER NOT NULL,
    starts_at INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    origin INTEGER NOT NULL,
    source INTEGER NOT NULL,
    fetched_by TEXT NOT NULL,
    PRIMARY KEY (app, product, storefront, fetched_at, starts_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure (
    scope INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    product INTEGER NOT NULL,
    storefront INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    new_sales INTEGER NOT NULL,
    new_amount INTEGER NOT NULL,
    renewal_sales INTEGER NOT NULL,
    renewal_amount INTEGER NOT NULL,
    one_time_sales INTEGER NOT NULL,
    one_time_amount INTEGER NOT NULL,
    offer_sales INTEGER NOT NULL,
    offer_amount INTEGER NOT NULL,
    unpriced_sales INTEGER NOT NULL,
    refunds INTEGER NOT NULL,
    refund_amount INTEGER NOT NULL,
    reversed_refunds INTEGER NOT NULL,
    reversed_amount INTEGER NOT NULL,
    refunds_of_sales INTEGER NOT NULL,
    refund_amount_of_sales INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    credit_amount INTEGER NOT NULL,
    refund_requests INTEGER NOT NULL,
    refunds_declined INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    trial_starts INTEGER NOT NULL,
    trial_conversions INTEGER NOT NULL,
    converted_trials INTEGER NOT NULL,
    returns INTEGER NOT NULL,
    recoveries INTEGER NOT NULL,
    product_arrivals INTEGER NOT NULL,
    product_departures INTEGER NOT NULL,
    ends_voluntary INTEGER NOT NULL,
    ends_billing INTEGER NOT NULL,
    ends_price_increase INTEGER NOT NULL,
    ends_refunded INTEGER NOT NULL,
    ends_other INTEGER NOT NULL,
    introductory_offers INTEGER NOT NULL,
    promotional_offers INTEGER NOT NULL,
    offer_codes INTEGER NOT NULL,
    win_back_offers INTEGER NOT NULL,
    retention_offers INTEGER NOT NULL,
    retention_requests INTEGER NOT NULL,
    retention_kept INTEGER NOT NULL,
    retention_lost INTEGER NOT NULL,
    trials INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    canceled INTEGER NOT NULL,
    grace INTEGER NOT NULL,
    retry INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    recurring INTEGER NOT NULL,
    recurring_canceled INTEGER NOT NULL,
    recurring_grace INTEGER NOT NULL,
    PRIMARY KEY (scope, bucket, product, storefront, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure_cohort (
    scope INTEGER NOT NULL,
    month INTEGER NOT NULL,
    product INTEGER NOT NULL,
    period INTEGER NOT NULL CHECK (period >= 0),
    currency INTEGER NOT NULL,
    subscriptions INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (scope, month, product, period, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure_day (
    scope INTEGER NOT NULL,
    day INTEGER NOT NULL,
    product INTEGER NOT NULL,
    storefront INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    new_sales INTEGER NOT NULL,
    new_amount INTEGER NOT NULL,
    renewal_sales INTEGER NOT NULL,
    renewal_amount INTEGER NOT NULL,
    one_time_sales INTEGER NOT NULL,
    one_time_amount INTEGER NOT NULL,
    offer_sales INTEGER NOT NULL,
    offer_amount INTEGER NOT NULL,
    unpriced_sales INTEGER NOT NULL,
    refunds INTEGER NOT NULL,
    refund_amount INTEGER NOT NULL,
    reversed_refunds INTEGER NOT NULL,
    reversed_amount INTEGER NOT NULL,
    refunds_of_sales INTEGER NOT NULL,
    refund_amount_of_sales INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    credit_amount INTEGER NOT NULL,
    refund_requests INTEGER NOT NULL,
    refunds_declined INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    trial_starts INTEGER NOT NULL,
    trial_conversions INTEGER NOT NULL,
    converted_trials INTEGER NOT NULL,
    returns INTEGER NOT NULL,
    recoveries INTEGER NOT NULL,
    product_arrivals INTEGER NOT NULL,
    product_departures INTEGER NOT NULL,
    ends_voluntary INTEGER NOT NULL,
    ends_billing INTEGER NOT NULL,
    ends_price_increase INTEGER NOT NULL,
    ends_refunded INTEGER NOT NULL,
    ends_other INTEGER NOT NULL,
    introductory_offers INTEGER NOT NULL,
    promotional_offers INTEGER NOT NULL,
    offer_codes INTEGER NOT NULL,
    win_back_offers INTEGER NOT NULL,
    retention_offers INTEGER NOT NULL,
    retention_requests INTEGER NOT NULL,
    retention_kept INTEGER NOT NULL,
    retention_lost INTEGER NOT NULL,
    trials INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    canceled INTEGER NOT NULL,
    grace INTEGER NOT NULL,
    retry INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    recurring INTEGER NOT NULL,
    recurring_canceled INTEGER NOT NULL,
    recurring_grace INTEGER NOT NULL,
    PRIMARY KEY (scope, day, product, storefront, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE figure_fold (
    scope INTEGER PRIMARY KEY REFERENCES scope (id),
    time_zone TEXT NOT NULL,
    until INTEGER NOT NULL,
    rebuilt_until INTEGER
) STRICT;

CREATE TABLE figure_sum (
    scope INTEGER NOT NULL,
    length INTEGER NOT NULL,
    split INTEGER NOT NULL,
    time INTEGER NOT NULL,
    product INTEGER NOT NULL,
    storefront INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    new_sales INTEGER NOT NULL,
    new_amount INTEGER NOT NULL,
    renewal_sales INTEGER NOT NULL,
    renewal_amount INTEGER NOT NULL,
    one_time_sales INTEGER NOT NULL,
    one_time_amount INTEGER NOT NULL,
    offer_sales INTEGER NOT NULL,
    offer_amount INTEGER NOT NULL,
    unpriced_sales INTEGER NOT NULL,
    refunds INTEGER NOT NULL,
    refund_amount INTEGER NOT NULL,
    reversed_refunds INTEGER NOT NULL,
    reversed_amount INTEGER NOT NULL,
    refunds_of_sales INTEGER NOT NULL,
    refund_amount_of_sales INTEGER NOT NULL,
    credits INTEGER NOT NULL,
    credit_amount INTEGER NOT NULL,
    refund_requests INTEGER NOT NULL,
    refunds_declined INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    trial_starts INTEGER NOT NULL,
    trial_conversions INTEGER NOT NULL,
    converted_trials INTEGER NOT NULL,
    returns INTEGER NOT NULL,
    recoveries INTEGER NOT NULL,
    product_arrivals INTEGER NOT NULL,
    product_departures INTEGER NOT NULL,
    ends_voluntary INTEGER NOT NULL,
    ends_billing INTEGER NOT NULL,
    ends_price_increase INTEGER NOT NULL,
    ends_refunded INTEGER NOT NULL,
    ends_other INTEGER NOT NULL,
    introductory_offers INTEGER NOT NULL,
    promotional_offers INTEGER NOT NULL,
    offer_codes INTEGER NOT NULL,
    win_back_offers INTEGER NOT NULL,
    retention_offers INTEGER NOT NULL,
    retention_requests INTEGER NOT NULL,
    retention_kept INTEGER NOT NULL,
    retention_lost INTEGER NOT NULL,
    trials INTEGER NOT NULL,
    paid INTEGER NOT NULL,
    canceled INTEGER NOT NULL,
    grace INTEGER NOT NULL,
    retry INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    recurring INTEGER NOT NULL,
    recurring_canceled INTEGER NOT NULL,
    recurring_grace INTEGER NOT NULL,
    PRIMARY KEY (scope, length, split, time, product, storefront, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE fulfillment (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    original INTEGER NOT NULL REFERENCES original (id),
    owner INTEGER REFERENCES customer (id),
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 9),
    due_at INTEGER,
    lease INTEGER,
    open_since INTEGER,
    counts_at INTEGER,
    goods TEXT NOT NULL CHECK (json_valid(goods)),
    progress TEXT NOT NULL CHECK (json_valid(progress)),
    UNIQUE (scope, transaction_id),
    CHECK ((due_at IS NOT NULL) = (state IN (1, 2, 6, 7))),
    CHECK ((open_since IS NOT NULL) = (state IN (0, 1, 2, 4)))
) STRICT;

CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);

CREATE TABLE header (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    bytes BLOB NOT NULL,
    UNIQUE (app, digest)
) STRICT;

CREATE TABLE held_evidence (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 4),
    code TEXT NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 4),
    customer TEXT,
    customer_digest INTEGER,
    transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
    intent INTEGER CHECK (intent BETWEEN 0 AND 2),
    submitted_at INTEGER,
    tokens BLOB CHECK (length(tokens) % 16 = 0),
    received_at INTEGER NOT NULL,
    due_at INTEGER,
    repeats INTEGER NOT NULL DEFAULT 0,
    body BLOB NOT NULL,
    UNIQUE (app, digest),
    CHECK ((customer IS NULL) = (customer_digest IS NULL)
        AND (customer IS NULL) = (transaction_id IS NULL)
        AND (customer IS NULL) = (intent IS NULL)
        AND (customer IS NULL) = (submitted_at IS NULL))
) STRICT;

CREATE TABLE history (
    scope INTEGER PRIMARY KEY REFERENCES scope (id),
    planned_through INTEGER NOT NULL,
    deep_at INTEGER,
    listed INTEGER NOT NULL DEFAULT 0,
    missing INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    refused INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE history_window (
    scope INTEGER NOT NULL REFERENCES history (scope),
    rank INTEGER NOT NULL,
    type TEXT,
    from_at INTEGER NOT NULL,
    through_at INTEGER NOT NULL CHECK (through_at >= from_at),
    page TEXT,
    PRIMARY KEY (scope, rank, from_at, through_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE idempotent_request (
    id INTEGER PRIMARY KEY,
    sender BLOB NOT NULL CHECK (length(sender) = 32),
    name TEXT NOT NULL,
    content BLOB NOT NULL CHECK (length(content) = 32),
    lease INTEGER NOT NULL DEFAULT 0,
    lease_end INTEGER NOT NULL,
    kept_until INTEGER NOT NULL,
    status INTEGER CHECK (status BETWEEN 100 AND 999),
    headers TEXT,
    body BLOB,
    UNIQUE (sender, name),
    CHECK ((status IS NULL) = (headers IS NULL)),
    CHECK (status IS NOT NULL OR body IS NULL)
) STRICT;

CREATE TABLE import_fact (
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    stated_at INTEGER NOT NULL,
    token BLOB CHECK (length(token) = 16),
    delivered INTEGER CHECK (delivered IN (0, 1)),
    delivered_at INTEGER CHECK (delivered_at IS NULL OR delivered = 1),
    consumed INTEGER CHECK (consumed BETWEEN 0 AND 100000),
    consent INTEGER CHECK (consent IN (0, 1)),
    consented_at INTEGER CHECK (consented_at IS NULL OR consent = 1),
    PRIMARY KEY (scope, transaction_id, stated_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE import_job (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    events INTEGER NOT NULL CHECK (events IN (0, 1)),
    started_by TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
    pause_code TEXT,
    pause_detail TEXT,
    rows INTEGER NOT NULL CHECK (rows >= 0),
    done INTEGER NOT NULL CHECK (done >= 0),
    failed INTEGER NOT NULL CHECK (failed >= 0),
    last_line INTEGER NOT NULL CHECK (last_line >= 0),
    changed_at INTEGER NOT NULL,
    UNIQUE (app, name),
    CHECK (done + failed <= rows),
    CHECK ((pause_code IS NULL) = (pause_detail IS NULL))
) STRICT;

CREATE TABLE import_row (
    job INTEGER NOT NULL REFERENCES import_job (id),
    line INTEGER NOT NULL CHECK (line > 0),
    part INTEGER NOT NULL CHECK (part >= 0),
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 3),
    subject INTEGER NOT NULL CHECK (subject BETWEEN 0 AND 2),
    apple_id ANY CHECK (typeof(apple_id) IN ('integer', 'text', 'null')),
    owner ANY CHECK (typeof(owner) IN ('integer', 'text', 'null')),
    token BLOB CHECK (length(token) = 16),
    delivered INTEGER CHECK (delivered IN (0, 1)),
    delivered_at INTEGER,
    consumed INTEGER CHECK (consumed BETWEEN 0 AND 100000),
    consent INTEGER CHECK (consent IN (0, 1)),
    consented_at INTEGER,
    code TEXT,
    detail TEXT,
    PRIMARY KEY (job, line, part),
    CHECK ((state > 1) = (code IS NOT NULL) AND (code IS NULL) = (detail IS NULL)),
    CHECK (state > 1 OR apple_id IS NOT NULL)
) STRICT, WITHOUT ROWID;

CREATE TABLE interned_string (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    text TEXT NOT NULL,
    UNIQUE (app, text)
) STRICT;

CREATE TABLE leader_role (
    name TEXT PRIMARY KEY NOT NULL,
    node TEXT NOT NULL,
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE legacy_use (
    app INTEGER NOT NULL REFERENCES app (id),
    day INTEGER NOT NULL,
    format INTEGER NOT NULL CHECK (format BETWEEN 0 AND 6),
    version TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    PRIMARY KEY (app, day, format, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE metric_row (
    series INTEGER NOT NULL REFERENCES metric_series (id),
    resolution INTEGER NOT NULL CHECK (resolution BETWEEN 1 AND 3),
    number INTEGER NOT NULL,
    points BLOB NOT NULL,
    PRIMARY KEY (series, resolution, number)
) STRICT;

CREATE TABLE metric_series (
    id INTEGER PRIMARY KEY,
    app TEXT NOT NULL,
    metric TEXT NOT NULL,
    labels TEXT NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 2)
) STRICT;

CREATE TABLE node_sample (
    minute INTEGER NOT NULL,
    node TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (minute, node)
) STRICT, WITHOUT ROWID;

CREATE TABLE notification (
    scope INTEGER NOT NULL REFERENCES scope (id),
    uuid ANY NOT NULL CHECK (typeof(uuid) IN ('blob', 'text')),
    evidence INTEGER NOT NULL REFERENCES evidence (position),
    type INTEGER NOT NULL REFERENCES interned_string (id),
    subtype INTEGER REFERENCES interned_string (id),
    transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
    signed_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    repeats INTEGER NOT NULL DEFAULT 0,
    repeated_at INTEGER,
    PRIMARY KEY (scope, uuid)
) STRICT, WITHOUT ROWID;

CREATE TABLE offer (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    type INTEGER NOT NULL,
    identifier INTEGER REFERENCES interned_string (id),
    discount_type INTEGER REFERENCES interned_string (id),
    period INTEGER REFERENCES interned_string (id)
) STRICT;

CREATE TABLE operator_account (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    role INTEGER NOT NULL CHECK (role BETWEEN 0 AND 3),
    password TEXT,
    code_secret BLOB,
    code_step INTEGER,
    invitation BLOB UNIQUE CHECK (length(invitation) = 32),
    invitation_end INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    CHECK ((code_secret IS NULL) = (code_step IS NULL)),
    CHECK ((invitation IS NULL) = (invitation_end IS NULL))
) STRICT;

CREATE TABLE operator_address (
    account INTEGER NOT NULL REFERENCES operator_account (id),
    address TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (account, address)
) STRICT, WITHOUT ROWID;

CREATE TABLE operator_session (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE CHECK (length(digest) = 32),
    account INTEGER NOT NULL REFERENCES operator_account (id),
    is_signed_in INTEGER NOT NULL CHECK (is_signed_in IN (0, 1)),
    created_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    address TEXT NOT NULL,
    user_agent TEXT NOT NULL
) STRICT;

CREATE TABLE order_note (
    purchase_order INTEGER NOT NULL REFERENCES purchase_order (id),
    ordinal INTEGER NOT NULL,
    noted_at INTEGER NOT NULL,
    noted_by TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (purchase_order, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE order_payment (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    environment INTEGER NOT NULL,
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    original_id ANY NOT NULL CHECK (typeof(original_id) IN ('integer', 'text')),
    product TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    owner INTEGER REFERENCES customer (id),
    token BLOB CHECK (length(token) = 16),
    purchased_at INTEGER NOT NULL,
    refunded_at INTEGER,
    refunded_share INTEGER,
    refund_reported INTEGER CHECK (refund_reported = 1),
    event_position INTEGER NOT NULL,
    purchase_order INTEGER REFERENCES purchase_order (id),
    is_open INTEGER NOT NULL DEFAULT 1 CHECK (is_open IN (0, 1)),
    UNIQUE (app, environment, transaction_id)
) STRICT;

CREATE TABLE order_progress (
    app INTEGER PRIMARY KEY REFERENCES app (id),
    position INTEGER NOT NULL
) STRICT;

CREATE TABLE order_token (
    app INTEGER NOT NULL REFERENCES app (id),
    token BLOB NOT NULL CHECK (length(token) = 16),
    customer INTEGER NOT NULL REFERENCES customer (id),
    PRIMARY KEY (app, token)
) STRICT, WITHOUT ROWID;

CREATE TABLE original (
    id INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL REFERENCES scope (id),
    apple_id ANY NOT NULL CHECK (typeof(apple_id) IN ('integer', 'text')),
    root INTEGER REFERENCES original (id) CHECK (root <= id),
    status INTEGER CHECK (status BETWEEN 1 AND 5),
    stated_at INTEGER,
    events INTEGER NOT NULL DEFAULT 0,
    published_at INTEGER,
    due_at INTEGER,
    ask_at INTEGER,
    asked_at INTEGER,
    ask_everything INTEGER CHECK (ask_everything = 1),
    token BLOB CHECK (length(token) = 16),
    account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
    retention_requests BLOB CHECK (length(retention_requests) % 8 = 0),
    CHECK ((status IS NULL) = (stated_at IS NULL))
) STRICT;

CREATE TABLE owned_original (
    owner INTEGER NOT NULL REFERENCES customer (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    original INTEGER NOT NULL REFERENCES original (id),
    holding BLOB,
    PRIMARY KEY (owner, scope, original)
) STRICT, WITHOUT ROWID;

CREATE TABLE ownership_change (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
    scope INTEGER REFERENCES scope (id),
    transaction_id ANY CHECK (typeof(transaction_id) IN ('integer', 'text', 'null')),
    reach INTEGER CHECK (reach BETWEEN 0 AND 2),
    customer INTEGER REFERENCES customer (id),
    other INTEGER REFERENCES customer (id),
    undoes INTEGER REFERENCES ownership_change (id),
    changed_at INTEGER NOT NULL,
    changed_by TEXT NOT NULL,
    note TEXT,
    is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1)),
    UNIQUE (app, name)
) STRICT;

CREATE TABLE ownership_transfer (
    number INTEGER PRIMARY KEY,
    scope INTEGER NOT NULL REFERENCES scope (id),
    original INTEGER NOT NULL REFERENCES original (id),
    transactions TEXT NOT NULL,
    from_customer INTEGER NOT NULL REFERENCES customer (id),
    to_customer INTEGER REFERENCES customer (id),
    reason INTEGER NOT NULL CHECK (reason BETWEEN 0 AND 15),
    transferred_at INTEGER NOT NULL,
    change INTEGER REFERENCES ownership_change (id)
) STRICT;

CREATE TABLE pending_stream (
    sink INTEGER NOT NULL REFERENCES sink (id),
    stream INTEGER NOT NULL CHECK (stream > 1 OR stream < 0),
    next_number INTEGER NOT NULL CHECK (next_number > 0),
    due_at INTEGER,
    lease INTEGER,
    replay_through INTEGER,
    resume_number INTEGER,
    attempts INTEGER NOT NULL DEFAULT 0,
    failing_since INTEGER,
    failure TEXT,
    failure_status INTEGER,
    failed_at INTEGER,
    suspended_at INTEGER,
    PRIMARY KEY (sink, stream),
    CHECK ((due_at IS NULL) = (suspended_at IS NOT NULL)),
    CHECK ((replay_through IS NULL) = (resume_number IS NULL)),
    CHECK ((attempts = 0) = (failing_since IS NULL)),
    CHECK ((attempts = 0) = (failure IS NULL)),
    CHECK ((attempts = 0) = (failed_at IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE price_ladder (
    app INTEGER NOT NULL REFERENCES app (id),
    storefront TEXT NOT NULL,
    currency TEXT NOT NULL,
    points BLOB NOT NULL,
    kept_at INTEGER NOT NULL,
    kept_by TEXT NOT NULL,
    PRIMARY KEY (app, storefront)
) STRICT;

CREATE TABLE purchase_order (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    owner INTEGER NOT NULL REFERENCES customer (id),
    environment INTEGER NOT NULL,
    product TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price INTEGER,
    currency TEXT,
    amount INTEGER,
    amount_currency TEXT,
    reference TEXT,
    storefront TEXT,
    token BLOB NOT NULL CHECK (length(token) = 16),
    pays_from INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    retention INTEGER NOT NULL DEFAULT 15552000000,
    closes_at INTEGER,
    remark_rule TEXT,
    remark_reason TEXT,
    canceled_at INTEGER,
    canceled_by TEXT,
    cancel_reason TEXT,
    fulfilled_at INTEGER,
    asked_at INTEGER,
    state INTEGER,
    flags TEXT NOT NULL DEFAULT '',
    queue INTEGER,
    is_flagged INTEGER NOT NULL DEFAULT 0 CHECK (is_flagged IN (0, 1)),
    due_at INTEGER,
    ask_at INTEGER,
    UNIQUE (app, name),
    UNIQUE (app, token),
    CHECK ((price IS NULL) = (currency IS NULL)),
    CHECK ((canceled_at IS NULL) = (canceled_by IS NULL))
) STRICT;

CREATE TABLE reconciled_day (
    app INTEGER NOT NULL REFERENCES app (id),
    day INTEGER NOT NULL,
    outcome INTEGER CHECK (outcome BETWEEN 1 AND 3),
    digest BLOB CHECK (length(digest) = 32),
    accepted_by TEXT,
    accepted_reason TEXT,
    accepted_at INTEGER,
    accepted_digest BLOB CHECK (length(accepted_digest) = 32),
    content TEXT,
    PRIMARY KEY (app, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE refund_case (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    owner INTEGER REFERENCES customer (id),
    account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
    purchase TEXT,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 8),
    opened_at INTEGER NOT NULL DEFAULT 0,
    refunded_at INTEGER CHECK (refunded_at IS NULL OR account IS NOT NULL),
    due_at INTEGER,
    lease INTEGER,
    content TEXT NOT NULL CHECK (json_valid(content)),
    UNIQUE (scope, transaction_id)
) STRICT;

CREATE TABLE refund_override (
    owner INTEGER PRIMARY KEY REFERENCES customer (id),
    preference TEXT,
    set_at INTEGER NOT NULL,
    set_by TEXT NOT NULL,
    reason TEXT NOT NULL
) STRICT;

CREATE TABLE refund_policy (
    app INTEGER NOT NULL REFERENCES app (id),
    version INTEGER NOT NULL CHECK (version > 0),
    content TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    published_by TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (app, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE refund_tally (
    app INTEGER NOT NULL,
    version INTEGER NOT NULL,
    arm INTEGER NOT NULL CHECK (arm BETWEEN 0 AND 1),
    currency TEXT NOT NULL,
    cases INTEGER NOT NULL,
    decided INTEGER NOT NULL,
    refunded INTEGER NOT NULL,
    kept_shares INTEGER NOT NULL,
    kept_squares INTEGER NOT NULL,
    asked INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    PRIMARY KEY (app, version, arm, currency),
    FOREIGN KEY (app, version) REFERENCES refund_trial (app, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE refund_trial (
    app INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seed INTEGER NOT NULL CHECK (seed >= 0),
    share INTEGER NOT NULL CHECK (share BETWEEN 1 AND 99999),
    minimum_cases INTEGER NOT NULL,
    maximum_cases INTEGER NOT NULL CHECK (minimum_cases <= maximum_cases),
    ending INTEGER CHECK (ending BETWEEN 0 AND 4),
    ended_at INTEGER CHECK ((ended_at IS NULL) = (ending IS NULL)),
    ended_by TEXT,
    PRIMARY KEY (app, version),
    FOREIGN KEY (app, version) REFERENCES refund_policy (app, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE renewal (
    original INTEGER PRIMARY KEY REFERENCES original (id),
    terms INTEGER NOT NULL REFERENCES terms (id),
    renewal_at INTEGER,
    token BLOB CHECK (length(token) IN (0, 16)),
    app_transaction_id ANY
        CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null') OR app_transaction_id = x''),
    signed_at INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 8),
    rare TEXT CHECK (rare IS NULL OR json_valid(rare))
) STRICT;

CREATE TABLE renewal_evidence (
    original INTEGER NOT NULL REFERENCES original (id),
    signed_at INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 8),
    renewal_at INTEGER,
    auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
    token BLOB CHECK (length(token) = 16),
    grace_end INTEGER,
    partial INTEGER CHECK (partial = 1),
    PRIMARY KEY (original, signed_at, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE report (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 5),
    period TEXT NOT NULL,
    region TEXT NOT NULL,
    vendor TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    name TEXT NOT NULL,
    origin INTEGER NOT NULL CHECK (origin BETWEEN 1 AND 2),
    row_count INTEGER NOT NULL CHECK (row_count >= 0),
    byte_count INTEGER NOT NULL CHECK (byte_count >= 0),
    unknown_columns TEXT NOT NULL,
    imported_at INTEGER NOT NULL,
    imported_by TEXT NOT NULL,
    superseded_by INTEGER REFERENCES report (id)
) STRICT;

CREATE TABLE report_absence (
    app INTEGER NOT NULL REFERENCES app (id),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 1 AND 6),
    length INTEGER NOT NULL CHECK (length BETWEEN 1 AND 5),
    period TEXT NOT NULL,
    region TEXT NOT NULL,
    vendor TEXT NOT NULL,
    first_day INTEGER NOT NULL,
    reason INTEGER NOT NULL CHECK (reason BETWEEN 1 AND 3),
    said_at INTEGER NOT NULL,
    PRIMARY KEY (app, kind, length, period, region, vendor)
) STRICT, WITHOUT ROWID;

CREATE TABLE report_file (
    report INTEGER NOT NULL REFERENCES report (id),
    part INTEGER NOT NULL CHECK (part >= 0),
    bytes BLOB NOT NULL,
    PRIMARY KEY (report, part)
) STRICT, WITHOUT ROWID;

CREATE TABLE reported_refund (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    original INTEGER NOT NULL REFERENCES original (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    product TEXT NOT NULL,
    revoked_at INTEGER NOT NULL,
    reason INTEGER,
    treatment INTEGER NOT NULL CHECK (treatment BETWEEN 0 AND 2),
    reported_at INTEGER NOT NULL,
    waiting INTEGER CHECK (waiting = 1),
    UNIQUE (original, transaction_id)
) STRICT;

CREATE TABLE revision (
    original INTEGER PRIMARY KEY REFERENCES original (id),
    text TEXT NOT NULL
) STRICT;

CREATE TABLE revoked_certificate (
    issuer_name_hash BLOB NOT NULL,
    issuer_key_hash BLOB NOT NULL,
    serial_number BLOB NOT NULL,
    revoked_at INTEGER NOT NULL,
    learned_at INTEGER NOT NULL,
    stated_at INTEGER NOT NULL,
    cleared_at INTEGER,
    PRIMARY KEY (issuer_name_hash, issuer_key_hash, serial_number)
) STRICT, WITHOUT ROWID;

CREATE TABLE risk_record (
    owner INTEGER PRIMARY KEY REFERENCES customer (id),
    app INTEGER NOT NULL REFERENCES app (id),
    points INTEGER NOT NULL CHECK (points >= 0),
    raised_at INTEGER,
    assessed_at INTEGER NOT NULL,
    due_at INTEGER,
    revision INTEGER NOT NULL CHECK (revision > 0)
) STRICT;

CREATE TABLE sale (
    scope INTEGER NOT NULL REFERENCES scope (id),
    sold_at INTEGER NOT NULL,
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 2),
    part INTEGER NOT NULL CHECK (part BETWEEN 0 AND 14),
    product INTEGER NOT NULL,
    storefront INTEGER,
    currency INTEGER,
    price INTEGER,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    units INTEGER NOT NULL,
    period INTEGER NOT NULL CHECK (period BETWEEN 0 AND 2),
    has_offer INTEGER NOT NULL CHECK (has_offer IN (0, 1)),
    PRIMARY KEY (scope, sold_at, transaction_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE scope (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    environment INTEGER NOT NULL CHECK (environment BETWEEN 1 AND 3),
    UNIQUE (app, environment)
) STRICT;

CREATE TABLE seat (
    scope INTEGER NOT NULL REFERENCES scope (id),
    id TEXT NOT NULL,
    original INTEGER NOT NULL REFERENCES original (id),
    invited_at INTEGER NOT NULL,
    invited_by TEXT NOT NULL,
    member INTEGER REFERENCES customer (id),
    accepted_at INTEGER,
    account ANY CHECK (typeof(account) IN ('integer', 'text', 'null')),
    asked_at INTEGER,
    claim TEXT,
    is_associated INTEGER NOT NULL CHECK (is_associated IN (0, 1)),
    ended_at INTEGER,
    ended_for INTEGER CHECK (ended_for BETWEEN 0 AND 3),
    ended_by TEXT,
    unclaimed_at INTEGER,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    PRIMARY KEY (scope, id),
    CHECK ((member IS NULL) = (accepted_at IS NULL) AND (ended_at IS NULL) = (ended_for IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE shared_purchase (
    original INTEGER NOT NULL REFERENCES original (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    customer INTEGER NOT NULL REFERENCES customer (id),
    PRIMARY KEY (original, transaction_id, customer)
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in_failure (
    subject BLOB PRIMARY KEY NOT NULL CHECK (length(subject) = 32),
    count INTEGER NOT NULL,
    last_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE signed_offer (
    app INTEGER NOT NULL REFERENCES app (id),
    customer INTEGER NOT NULL REFERENCES customer (id),
    product TEXT NOT NULL,
    offer TEXT NOT NULL,
    signed_at INTEGER NOT NULL,
    nonce BLOB NOT NULL CHECK (length(nonce) = 16),
    PRIMARY KEY (app, customer, product, offer, signed_at, nonce)
) STRICT, WITHOUT ROWID;

CREATE TABLE signed_refund (
    original INTEGER NOT NULL REFERENCES original (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    kind INTEGER NOT NULL CHECK (kind IN (0, 1)),
    signed_at INTEGER NOT NULL,
    PRIMARY KEY (original, transaction_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE sink (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    UNIQUE (app, name)
) STRICT;

CREATE TABLE snapshot (
    original INTEGER NOT NULL REFERENCES original (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
    line_item_id ANY CHECK (typeof(line_item_id) IN ('integer', 'text', 'null')),
    app_transaction_id ANY
        CHECK (typeof(app_transaction_id) IN ('integer', 'text', 'null') OR app_transaction_id = x''),
    terms INTEGER NOT NULL REFERENCES terms (id),
    purchased_at INTEGER NOT NULL,
    expires_at INTEGER,
    token BLOB CHECK (length(token) IN (0, 16)),
    signed_at INTEGER NOT NULL,
    digest BLOB NOT NULL CHECK (length(digest) = 8),
    rare TEXT CHECK (rare IS NULL OR json_valid(rare)),
    PRIMARY KEY (original, transaction_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE store_id (
    scope INTEGER NOT NULL REFERENCES scope (id),
    apple_id ANY NOT NULL CHECK (typeof(apple_id) IN ('integer', 'text')),
    original INTEGER REFERENCES original (id),
    home INTEGER REFERENCES original (id),
    owner INTEGER REFERENCES customer (id),
    reason INTEGER CHECK (reason BETWEEN 0 AND 15),
    PRIMARY KEY (scope, apple_id),
    CHECK (original IS NOT NULL OR home IS NOT NULL),
    CHECK (home IS NULL OR reason IS NOT NULL),
    CHECK ((owner IS NULL) = (ifnull(reason, 0) = 0))
) STRICT, WITHOUT ROWID;

CREATE TABLE stored_receipt (
    original INTEGER PRIMARY KEY REFERENCES original (id),
    sealed BLOB NOT NULL,
    made_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
    lease INTEGER
) STRICT;

CREATE TABLE submission (
    scope INTEGER NOT NULL REFERENCES scope (id),
    transaction_id ANY NOT NULL CHECK (typeof(transaction_id) IN ('integer', 'text')),
    customer INTEGER NOT NULL REFERENCES customer (id),
    intent INTEGER NOT NULL CHECK (intent BETWEEN 0 AND 2),
    sequence INTEGER NOT NULL,
    submitted_at INTEGER NOT NULL,
    transfer INTEGER CHECK (transfer BETWEEN 0 AND 4),
    repeats INTEGER NOT NULL DEFAULT 0,
    repeated_at INTEGER,
    PRIMARY KEY (scope, transaction_id, customer, intent, sequence)
) STRICT, WITHOUT ROWID;

CREATE TABLE terms (
    id INTEGER PRIMARY KEY,
    app INTEGER NOT NULL REFERENCES app (id),
    product INTEGER NOT NULL REFERENCES interned_string (id),
    kind INTEGER CHECK (kind BETWEEN 0 AND 3),
    reason INTEGER CHECK (reason IN (0, 1)),
    next_product INTEGER REFERENCES interned_string (id),
    auto_renew INTEGER CHECK (auto_renew IN (0, 1)),
    offer INTEGER REFERENCES offer (id),
    price INTEGER,
    currency INTEGER REFERENCES interned_string (id),
    storefront INTEGER REFERENCES interned_string (id),
    CHECK ((price IS NULL) = (currency IS NULL))
) STRICT;

CREATE TABLE unclaimed_seat (
    scope INTEGER NOT NULL REFERENCES scope (id),
    claim TEXT NOT NULL,
    unclaimed_at INTEGER NOT NULL,
    PRIMARY KEY (scope, claim)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet (
    id INTEGER PRIMARY KEY,
    owner INTEGER NOT NULL REFERENCES customer (id),
    scope INTEGER NOT NULL REFERENCES scope (id),
    coin INTEGER NOT NULL REFERENCES interned_string (id),
    balance INTEGER NOT NULL,
    held INTEGER NOT NULL CHECK (held >= 0),
    debt INTEGER NOT NULL CHECK (debt >= 0),
    movements INTEGER NOT NULL,
    lots INTEGER NOT NULL,
    due_at INTEGER,
    CHECK (balance >= held)
) STRICT;

CREATE TABLE wallet_lot (
    wallet INTEGER NOT NULL REFERENCES wallet (id),
    number INTEGER NOT NULL CHECK (number > 0),
    rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 4),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 3),
    purchase TEXT,
    amount INTEGER NOT NULL CHECK (amount > 0),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    remaining INTEGER NOT NULL CHECK (remaining >= 0),
    spent INTEGER NOT NULL CHECK (spent >= 0),
    lent INTEGER NOT NULL CHECK (lent >= 0),
    target INTEGER NOT NULL CHECK (target >= 0),
    revoked INTEGER NOT NULL CHECK (revoked BETWEEN 0 AND target),
    removed INTEGER NOT NULL CHECK (removed >= 0),
    repaid INTEGER NOT NULL CHECK (repaid >= 0),
    debt INTEGER NOT NULL CHECK (debt >= 0),
    forgives INTEGER NOT NULL CHECK (forgives IN (0, 1)),
    held INTEGER NOT NULL CHECK (held IN (0, 1)),
    PRIMARY KEY (wallet, number),
    CHECK (remaining = amount - spent - lent - revoked - removed),
    CHECK ((rank = 0) = (expires_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_movement (
    wallet INTEGER NOT NULL REFERENCES wallet (id),
    number INTEGER NOT NULL CHECK (number > 0),
    kind INTEGER NOT NULL CHECK (kind BETWEEN 0 AND 9),
    quantity INTEGER NOT NULL,
    cause INTEGER NOT NULL CHECK (cause BETWEEN 0 AND 5),
    key TEXT NOT NULL,
    reason TEXT NOT NULL,
    made_by TEXT,
    made_at INTEGER NOT NULL,
    purchase TEXT,
    expires_at INTEGER,
    entries TEXT NOT NULL,
    balance INTEGER NOT NULL,
    held INTEGER NOT NULL,
    debt INTEGER NOT NULL,
    PRIMARY KEY (wallet, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_purchase (
    scope INTEGER NOT NULL REFERENCES scope (id),
    purchase TEXT NOT NULL,
    wallet INTEGER NOT NULL REFERENCES wallet (id),
    refunds TEXT NOT NULL,
    reversed_at INTEGER,
    held_from INTEGER,
    held_until INTEGER,
    held_spent INTEGER,
    held_amount INTEGER,
    PRIMARY KEY (scope, purchase, wallet),
    CHECK ((held_from IS NULL) = (held_until IS NULL) AND (held_from IS NULL) = (held_spent IS NULL)
        AND (held_from IS NULL) = (held_amount IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE wallet_repayment (
    wallet INTEGER NOT NULL REFERENCES wallet (id),
    debtor INTEGER NOT NULL,
    lender INTEGER NOT NULL,
    promised INTEGER NOT NULL CHECK (promised > 0),
    paid INTEGER NOT NULL CHECK (paid BETWEEN 0 AND promised),
    PRIMARY KEY (wallet, debtor, lender)
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook (
    sink INTEGER PRIMARY KEY REFERENCES sink (id),
    app INTEGER NOT NULL REFERENCES app (id),
    name TEXT NOT NULL,
    content INTEGER NOT NULL CHECK (content IN (0, 1)),
    address TEXT NOT NULL,
    title TEXT NOT NULL,
    patterns TEXT CHECK (patterns IS NULL OR json_valid(patterns)),
    environments INTEGER NOT NULL CHECK (environments BETWEEN 0 AND 7),
    percent INTEGER NOT NULL CHECK (percent BETWEEN 1 AND 100),
    fulfiller INTEGER NOT NULL CHECK (fulfiller IN (0, 1)),
    signature INTEGER NOT NULL CHECK (signature IN (0, 1)),
    generation INTEGER NOT NULL CHECK (generation > 0),
    former_until INTEGER,
    key_fingerprint TEXT,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 2),
    replay_first INTEGER,
    replay_last INTEGER,
    replay_next INTEGER,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    delivered_at INTEGER,
    failing_since INTEGER,
    failure TEXT,
    failure_status INTEGER,
    failed_at INTEGER,
    UNIQUE (app, name),
    CHECK ((failure IS NULL) = (failed_at IS NULL)),
    CHECK ((replay_first IS NULL) = (replay_next IS NULL) AND (replay_last IS NULL) = (replay_next IS NULL))
) STRICT;

CREATE INDEX access_key_app ON access_key (app);

CREATE INDEX account_customer_family ON account_customer (customer, scope) WHERE family_at IS NOT NULL;

CREATE INDEX consent_owner ON consent (owner, given_at, name);

CREATE INDEX consent_rescission_time ON consent_rescission (scope, rescinded_at, account);

CREATE INDEX consumption_owner ON consumption (owner) WHERE owner IS NOT NULL;

CREATE INDEX customer_audit_entry_audit ON customer_audit_entry (audit, owner);

CREATE INDEX customer_merged ON customer (merged_into) WHERE merged_into IS NOT NULL;

CREATE INDEX customer_token_customer ON customer_token (app, customer);

CREATE INDEX customer_token_seen ON customer_token (seen_at) WHERE is_kept = 0;

CREATE INDEX due_entitlements_due ON due_entitlements (due_at);

CREATE INDEX extension_order_newest ON extension_order (scope, ordered_at);

CREATE INDEX extension_order_open ON extension_order (scope, ordered_at, request) WHERE completed_at IS NULL;

CREATE INDEX fetched_price_storefront ON fetched_price (app, storefront, product, fetched_at, starts_at);

CREATE INDEX fulfillment_app ON fulfillment (app, id);

CREATE INDEX fulfillment_counts ON fulfillment (owner, scope, counts_at) WHERE counts_at IS NOT NULL;

CREATE INDEX fulfillment_due ON fulfillment (app, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX fulfillment_open ON fulfillment (app, open_since) WHERE open_since IS NOT NULL;

CREATE INDEX fulfillment_original ON fulfillment (original, id);

CREATE INDEX fulfillment_owner ON fulfillment (owner, id) WHERE owner IS NOT NULL;

CREATE INDEX fulfillment_owner_state ON fulfillment (owner, state, id) WHERE owner IS NOT NULL;

CREATE INDEX fulfillment_state ON fulfillment (app, state, id);

CREATE INDEX held_evidence_customer ON held_evidence (app, customer_digest, received_at, digest)
    WHERE customer_digest IS NOT NULL;

CREATE INDEX held_evidence_due ON held_evidence (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX held_evidence_reason ON held_evidence (reason, app, received_at);

CREATE INDEX idempotent_request_end ON idempotent_request (kept_until);

CREATE INDEX import_job_app ON import_job (app);

CREATE INDEX import_job_state ON import_job (app, state);

CREATE INDEX import_row_failed ON import_row (job, line, part) WHERE state > 1;

CREATE INDEX import_row_waiting ON import_row (job, apple_id) WHERE state = 0;

CREATE UNIQUE INDEX metric_series_name ON metric_series (app, metric, labels);

CREATE UNIQUE INDEX offer_terms
    ON offer (app, type, ifnull(identifier, 0), ifnull(discount_type, 0), ifnull(period, 0));

CREATE INDEX operator_session_account ON operator_session (account);

CREATE INDEX operator_session_used ON operator_session (used_at);

CREATE INDEX order_payment_open ON order_payment (app, id) WHERE is_open = 1;

CREATE INDEX order_payment_order ON order_payment (purchase_order) WHERE purchase_order IS NOT NULL;

CREATE INDEX order_payment_token ON order_payment (app, token) WHERE purchase_order IS NULL;

CREATE INDEX original_ask ON original (ask_at) WHERE ask_at IS NOT NULL;

CREATE INDEX original_due ON original (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX original_root ON original (root) WHERE root IS NOT NULL;

CREATE INDEX ownership_transfer_from ON ownership_transfer (from_customer, number);

CREATE INDEX ownership_transfer_original ON ownership_transfer (original, number);

CREATE INDEX ownership_transfer_to ON ownership_transfer (to_customer, number) WHERE to_customer IS NOT NULL;

CREATE INDEX pending_stream_due ON pending_stream (sink, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX pending_stream_failing ON pending_stream (sink, stream) WHERE attempts > 0;

CREATE INDEX pending_stream_suspended ON pending_stream (sink, stream) WHERE suspended_at IS NOT NULL;

CREATE INDEX purchase_order_ask ON purchase_order (app, ask_at) WHERE ask_at IS NOT NULL;

CREATE INDEX purchase_order_closes ON purchase_order (closes_at) WHERE closes_at IS NOT NULL;

CREATE INDEX purchase_order_created ON purchase_order (owner, created_at);

CREATE INDEX purchase_order_due ON purchase_order (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX purchase_order_flagged ON purchase_order (app, id) WHERE is_flagged = 1;

CREATE INDEX purchase_order_open ON purchase_order (owner, amount_currency, expires_at, amount) WHERE queue = 1;

CREATE INDEX purchase_order_owner ON purchase_order (owner, id);

CREATE INDEX purchase_order_queue ON purchase_order (app, queue, id) WHERE queue IS NOT NULL;

CREATE INDEX refund_case_account ON refund_case (scope, account, refunded_at, id) WHERE refunded_at IS NOT NULL;

CREATE INDEX refund_case_app ON refund_case (app, id);

CREATE INDEX refund_case_due ON refund_case (app, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX refund_case_opened ON refund_case (app, opened_at, id);

CREATE INDEX refund_case_owner ON refund_case (owner, id) WHERE owner IS NOT NULL;

CREATE INDEX refund_case_state ON refund_case (app, state, id);

CREATE INDEX renewal_end ON renewal (renewal_at)
WHERE renewal_at IS NOT NULL AND (original <= 200000 OR original % 64 = 0);

CREATE INDEX report_absence_day ON report_absence (app, first_day, kind, length, period, region, vendor);

CREATE UNIQUE INDEX report_digest ON report (app, kind, length, period, region, vendor, digest);

CREATE INDEX report_of_app ON report (app, id);

CREATE INDEX reported_refund_app ON reported_refund (app, id);

CREATE INDEX reported_refund_time ON reported_refund (app, reported_at);

CREATE INDEX reported_refund_waiting ON reported_refund (scope, reported_at) WHERE waiting = 1;

CREATE INDEX risk_record_due ON risk_record (app, due_at) WHERE due_at IS NOT NULL;

CREATE INDEX risk_record_raised ON risk_record (app, points, owner) WHERE raised_at IS NOT NULL;

CREATE INDEX seat_claim ON seat (claim) WHERE claim IS NOT NULL;

CREATE INDEX seat_due ON seat (scope, due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX seat_member ON seat (member, id) WHERE member IS NOT NULL;

CREATE INDEX seat_original ON seat (original, id);

CREATE INDEX sign_in_failure_last ON sign_in_failure (last_at);

CREATE INDEX stored_receipt_due ON stored_receipt (due_at);

CREATE INDEX terms_values ON terms (
    app, product, price, storefront, kind, reason, next_product, auto_renew, offer, currency
);

CREATE INDEX wallet_due ON wallet (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX wallet_lot_left ON wallet_lot (wallet, rank, expires_at, number) WHERE remaining > 0;

CREATE INDEX wallet_lot_owed ON wallet_lot (wallet, number) WHERE debt > 0;

CREATE INDEX wallet_lot_purchase ON wallet_lot (wallet, purchase) WHERE purchase IS NOT NULL;

CREATE UNIQUE INDEX wallet_movement_key ON wallet_movement (wallet, cause, key);

CREATE UNIQUE INDEX wallet_owner ON wallet (owner, scope, coin);

CREATE INDEX wallet_purchase_held ON wallet_purchase (wallet, held_until) WHERE held_until IS NOT NULL;

CREATE INDEX wallet_purchase_wallet ON wallet_purchase (wallet);

CREATE INDEX wallet_repayment_lender ON wallet_repayment (wallet, lender);

CREATE INDEX webhook_app ON webhook (app, sink);

CREATE UNIQUE INDEX webhook_fulfiller ON webhook (app) WHERE fulfiller = 1;
