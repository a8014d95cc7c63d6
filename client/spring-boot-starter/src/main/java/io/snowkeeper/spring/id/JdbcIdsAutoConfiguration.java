package io.snowkeeper.spring.id;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.SnowkeeperAutoConfiguration;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/** Ids for the aggregate roots of Spring Data JDBC. */
@AutoConfiguration(after = SnowkeeperAutoConfiguration.class)
@ConditionalOnClass({JdbcMappingContext.class, BeforeConvertCallback.class})
@ConditionalOnBean(Ids.class)
public class JdbcIdsAutoConfiguration {

    @Bean
    BeforeConvertCallback<Object> snowkeeperJdbcIds(ObjectProvider<JdbcMappingContext> context, BeanFactory beans) {
        return new JdbcIdCallback(new MissingIds(context, new ApplicationBeans(beans)));
    }
}
