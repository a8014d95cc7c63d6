/** A call, its route and guards, and the forms of what it brings and gets: parameters, JSON, problems. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http.routing;
