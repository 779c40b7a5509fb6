/// The short name that the configuration gives to an app; everything belongs to one app.
package typealias AppName = Identifier<AppNamespace>

/// The subject of `AppName`.
package enum AppNamespace {}
