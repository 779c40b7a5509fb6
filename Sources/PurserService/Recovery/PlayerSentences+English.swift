extension PlayerSentences {
    /// The sentences in English.
    static let english: [PlayerSentence: String] = [
        .recovered: "We found your purchase, and {product} is yours now.",
        .already: "You have this purchase already: {product}.",
        .due: "Your purchase is paid, and {product} is on its way. You need not buy it again.",
        .waiting: "We found your purchase of {product}. It is being checked; please look again later.",
        .elsewhere: "Your purchase of {product} was handed over before. If it is missing, please write to our support.",
        .refunded: "Apple has refunded this purchase: {product}.",
        .over: "This purchase has ended: {product}.",
        .otherAccount: "{product} belongs to another account of this app. Sign in with that account.",
        .numberInvalid: "This is not an order number of Apple's. Look in Apple's mail for a number such as MMTVJ1W3L4.",
        .numberUnknown: "Apple does not know this order number. Please compare it with the one in Apple's mail.",
        .numberEmpty: "This order number is not of a purchase in this app.",
        .numberOfAnother: "This purchase belongs to another account of this app. Sign in with that account.",
        .tooOften: "That was too often. Please wait some minutes, then try again.",
        .unavailable: "Apple cannot be asked just now. Please try again later.",
    ]
}
