/** A call, its route and guards, and the forms of its input and output: parameters, JSON, problems. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.http.routing;
