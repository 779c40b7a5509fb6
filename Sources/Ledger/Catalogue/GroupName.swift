/// The name of a subscription group, as the catalogue spells it.
package typealias GroupName = Identifier<SubscriptionGroup>

/// The subject of `GroupName`.
package enum SubscriptionGroup {}
