/// The name of somebody in an app who is told of events.
package typealias SinkName = Identifier<SinkNamespace>

/// The subject of `SinkName`.
package enum SinkNamespace {}
