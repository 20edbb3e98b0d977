"""What answers questions without a model: rules, tables and phrases, in every language we ship."""
