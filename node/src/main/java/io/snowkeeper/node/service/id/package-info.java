/** The sources of ids: under leased worker ids or a fixed one, snowflakes and sortable ids. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.node.service.id;
