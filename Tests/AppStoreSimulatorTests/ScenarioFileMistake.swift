import Testing

/// A mistake in a scenario file and its message.
struct ScenarioFileMistake: Sendable, CustomTestStringConvertible {
    /// The file, or the step that stands on its third line.
    let text: String
    /// The message.
    let message: String

    var testDescription: String { self.message }

    private init(_ pair: (String, String)) {
        (self.text, self.message) = pair
    }

    /// Steps that cannot be read.
    static let inSteps = Self.steps.map { Self($0) }
    /// Files that cannot be read.
    static let elsewhere = Self.files.map { Self($0) }

    private static let steps: [(String, String)] = [
        (
            "{ \"action\": \"buyy\" }",
            "mine.json:3: steps[0].action: is \"buyy\", which is not known. Did you mean \"buy\"?"
        ),
        (
            "{ \"action\": \"buy\", \"customer\": \"anna\", \"product\": \"p\", \"ofer\": \"x\" }",
            "mine.json:3: steps[0].ofer: is not known here. Did you mean \"offer\"?"
        ),
        (
            "{ \"action\": \"buy\", \"customer\": \"anna\" }",
            "mine.json:3: steps[0]: has no product, which buy needs. Add \"product\"."
        ),
        (
            "{ \"action\": \"buy\", \"customer\": \"anna\", \"product\": 5 }",
            "mine.json:3: steps[0].product: has a value of the wrong type. Write text."
        ),
        (
            "{ \"action\": \"advance\", \"milliseconds\": \"5\" }",
            "mine.json:3: steps[0].milliseconds: has a value of the wrong type. Write a whole number."
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1M\", \"expect\": [\"DID_RENEWED/-\"] }",
            "mine.json:3: steps[0].expect[0]: is \"DID_RENEWED/-\", which is not known. Did you mean \"DID_RENEW/-\"?"
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1M\", \"expect\": [\"DID_RENEW\"] }",
            "mine.json:3: steps[0].expect[0]: is \"DID_RENEW\", which is not known. Did you mean \"DID_RENEW/-\"?"
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1M\", \"expect\": [\"DID_RENEW/- 3\"] }",
            "mine.json:3: steps[0].expect[0]: is \"DID_RENEW/- 3\", which is not a notification. "
                + "Write for example: \"DID_RENEW/-\", \"@bob REVOKE/-\" or \"DID_RENEW/- x3\""
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1M\", \"assertions\": { \"transction.price\": 1 } }",
            "mine.json:3: steps[0].assertions.transction.price: is not a part of a step. "
                + "Did you mean \"transaction.\" in front?"
        ),
        (
            "{ \"as\": \"by\", \"action\": \"refund\", \"transaction\": \"$buy.transactionId\" }",
            "mine.json:3: steps[0].transaction: is \"$buy.transactionId\", but no earlier step has this name. "
                + "Name the step with \"as\"."
        ),
        (
            "{ \"action\": \"refund\", \"transaction\": \"$buy\" }",
            "mine.json:3: steps[0].transaction: is \"$buy\", which is not a valid reference. "
                + "Write $name. and one of: transactionId, originalTransactionId, identifier, latest.transactionId."
        ),
        (
            "{ \"action\": \"addFault\", \"fault\": { \"effect\": \"doubel\" } }",
            "mine.json:3: steps[0].fault.effect: is \"doubel\", which is not known. Did you mean \"double\"?"
        ),
        (
            "{ \"action\": \"addFault\", \"fault\": { \"effect\": \"double\", \"cont\": 1 } }",
            "mine.json:3: steps[0].fault.cont: is not known here. Did you mean \"count\"?"
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1D\", \"receiver\": \"TIMEDOUT\" }",
            "mine.json:3: steps[0].receiver: is \"TIMEDOUT\", which is not known. Did you mean \"TIMED_OUT\"?"
        ),
        (
            "{ \"action\": \"advance\", \"by\": \"P1D\", \"receiver\": 99 }",
            "mine.json:3: steps[0].receiver: is not a response. "
                + "Write an HTTP status such as 500, or a result such as \"TIMED_OUT\"."
        ),
        (
            "{ \"call\": \"/inApps\" }",
            "mine.json:3: steps[0].call: is \"/inApps\", which is not a request. "
                + "Write a method and a path: \"POST /inApps/v1/notifications/test\""
        ),
        (
            "{ \"call\": \"GET /inApps\", \"stats\": 404 }",
            "mine.json:3: steps[0].stats: is not known here. Did you mean \"status\"?"
        ),
        (
            "{ \"expect\": [] }",
            "mine.json:3: steps[0]: does nothing. "
                + "Add for example: \"action\": \"buy\", or \"call\": \"POST /inApps/v1/notifications/test\""
        ),
        (
            "{ \"action\": \"clearFaults\", \"call\": \"GET /x\" }",
            "mine.json:3: steps[0].action: is beside a call. A step has an action or a call: make it two steps."
        ),
        (
            "{ \"as\": \"a b\", \"action\": \"clearFaults\" }",
            "mine.json:3: steps[0].as: is \"a b\", which is not a name. Write letters, digits, hyphens and underscores."
        ),
        (
            "{ \"action\": \"clearFaults\" }, { \"as\": \"clearFaults\", \"action\": \"clearFaults\" }",
            "mine.json:3: steps[1].as: is \"clearFaults\", the same as an earlier step. Give each step a unique name."
        ),
        ("7", "mine.json:3: steps[0]: is a number, not an object. Write an object."),
    ]

    private static let files: [(String, String)] = [
        ("{ \"scenario\": \"s\" }", "mine.json:1: has no steps. Add for example: \"steps\": []"),
        (
            "{ \"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:1: has no scenario. Add for example: \"scenario\": \"my-scenario\""
        ),
        (
            "{\n\"scenario\": \"s\",\n\"steps\": [] }",
            "mine.json:3: steps: is empty. Add for example: { \"action\": \"advance\", \"by\": \"P1M\" }"
        ),
        (
            "{\n\"scenario\": \"s\",\n\"profil\": \"production\",\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:3: profil: is not known here. Did you mean \"profile\"?"
        ),
        (
            "{\n\"scenario\": \"s\",\n\"profile\": \"sandbox-5\",\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:3: profile: is \"sandbox-5\", which is not known. Did you mean \"sandbox-5m\"?"
        ),
        (
            "{\n\"scenario\": \"s\",\n\"start\": \"2026-02-30T09:00:00Z\",\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:3: start: is \"2026-02-30T09:00:00Z\", which is not an instant. Write for example: \"2026-01-15T09:00:00Z\""
        ),
        (
            "{\n\"scenario\": \"s\",\n\"switches\": {\n\"announceRenewalLimit\": true },\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:4: switches.announceRenewalLimit: is not a switch. Did you mean \"announcesRenewalLimit\"?"
        ),
        (
            "{\n\"scenario\": \"s\",\n\"switches\": {\n\"earlyCharge\": true },\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:4: switches.earlyCharge: is true or false, not a whole number. Write a whole number."
        ),
        (
            "{\n\"scenario\": \"s\",\n\"catalog\": { \"products\": [\n{ \"id\": \"a\", \"kind\": \"consumabel\", \"price\": { \"milliunits\": 1, \"currency\": \"USD\" } } ] },\n\"steps\": [ { \"action\": \"clearFaults\" } ] }",
            "mine.json:4: catalog.products[0].kind: is \"consumabel\", which is not known. Did you mean \"consumable\"?"
        ),
        (
            "{",
            "mine.json:1: is not JSON from here on. Look for a missing comma, quote or bracket, or for a truncated "
                + "file."
        ),
        ("[]", "mine.json:1: is empty. Write a scenario: an object with scenario and steps."),
        ("[\n[]\n]", "mine.json:2: [0]: is an array, not an object. Write an object."),
        (
            "[\n{ \"scenario\": \"s\", \"steps\": [ { \"action\": \"clearFaults\" } ] },\n{ \"scenario\": \"t\" } ]",
            "mine.json:3: [1]: has no steps. Add for example: \"steps\": []"
        ),
    ]
}
